package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    private static final String UNIT = "u";
    private final Ledger ledger = new Ledger(UNIT, false);

    private static Row counted(String boot, long sequence, int n) {
        return new Row(UNIT, boot, sequence, Map.of("@t", "soak.count", "@ts", "2026-01-01", "n", n, "producer", 0));
    }

    private static Row loss(String boot, long sequence, String of, long count, long from, long to) {
        Map<String, Object> fields = new TreeMap<>(Map.of("@t", "agent.loss", "@ts", "", "reason", "full"));
        fields.putAll(Map.of("count", count, "from_seq", from, "to_seq", to, "boot", of));
        return new Row(UNIT, boot, sequence, fields);
    }

    /** Posts the numbers up to this and accepts them. */
    private void accepted(int last) {
        ledger.posting(0, 1, last);
        ledger.accepted(0, 1, last);
    }

    private void arrives(Row... rows) {
        ledger.arrived(List.of(rows));
    }

    @Test
    void whatWasAcceptedAndArrivedOnceHolds() {
        accepted(2);
        arrives(counted("a", 1, 1), counted("a", 2, 2));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums()).isEqualTo(new Sums(2, 2, 0, Map.of(), 0, 0, 0));
    }

    @Test
    void theSameAgainIsADuplicateEvenWithATimeThatHasBeenCorrectedSince() {
        accepted(1);
        arrives(at("unknown", 1, "2026-01-01"));
        arrives(at(null, 1, "2027-01-01"));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums().duplicates()).isEqualTo(1);
    }

    @Test
    void anAcceptedNumberThatDoesNotArriveIsMissing() {
        accepted(3);
        arrives(counted("a", 1, 1), counted("a", 2, 2));
        assertThat(ledger.complaints())
                .singleElement()
                .asString()
                .contains("1 numbers are missing, first 3 of producer 0");
        assertThat(ledger.sums().lost()).isEqualTo(1);
    }

    @Test
    void aReportedLossCoversWhatIsMissing() {
        accepted(4);
        arrives(counted("a", 1, 1), counted("a", 4, 4), loss("a", 5, "a", 2, 2, 3));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums()).isEqualTo(new Sums(4, 2, 2, Map.of("full", 2L), 0, 0, 0));
    }

    @Test
    void aLossReportedByALaterRunCoversIt() {
        accepted(2);
        arrives(counted("a", 1, 1), counted("a", 3, 2));
        arrives(loss("b", 1, "a", 1, 2, 2));
        assertThat(ledger.complaints()).isEmpty();
    }

    @Test
    void aLossElsewhereCoversNothing() {
        accepted(3);
        arrives(counted("a", 1, 1), counted("a", 2, 3), loss("a", 3, "b", 1, 1, 1));
        assertThat(ledger.complaints())
                .singleElement()
                .asString()
                .contains("number 2 of producer 0 is missing where no loss");
    }

    @Test
    void aReportThatTooFewWereLostCoversNotAll() {
        accepted(4);
        arrives(counted("a", 1, 1), counted("a", 4, 4), loss("a", 5, "a", 1, 2, 2));
        assertThat(ledger.complaints()).anyMatch(each -> each.contains("sequence 3 of boot a neither came nor"));
        assertThat(ledger.complaints()).anyMatch(each -> each.contains("2 numbers are missing"));
    }

    private static Row lossWithoutPlace(String boot, long sequence, long count) {
        return new Row(
                UNIT, boot, sequence, Map.of("@t", "agent.loss", "@ts", "", "reason", "invalid", "count", count));
    }

    @Test
    void aLossWithoutAPlaceCoversAsManyAsItSaysAndNoMore() {
        accepted(5);
        arrives(counted("a", 1, 1), counted("a", 2, 3), counted("a", 3, 5));
        arrives(lossWithoutPlace("a", 4, 1));
        assertThat(ledger.complaints()).anyMatch(each -> each.contains("2 numbers are missing"));
        assertThat(ledger.complaints())
                .anyMatch(each ->
                        each.contains("number 2 of producer 0 is missing where no loss is reported; of these, in"
                                + " all, 2, and reported lost without a place 1"));
        arrives(lossWithoutPlace("a", 5, 1));
        assertThat(ledger.complaints()).isEmpty();
    }

    @Test
    void aLossElsewhereIsNotMadeUpForByOneWithoutAPlace() {
        accepted(5);
        arrives(counted("a", 1, 1), counted("a", 2, 3), counted("a", 3, 5));
        arrives(lossWithoutPlace("a", 4, 1), loss("a", 5, "b", 1, 1, 1));
        assertThat(ledger.complaints()).hasSize(1).allMatch(each -> each.contains("is missing where no loss"));
    }

    @Test
    void aPlaceThatIsWiderThanItsCountCoversNoMoreThanItsCount() {
        accepted(5);
        arrives(counted("a", 1, 1), counted("a", 5, 5), loss("a", 6, "a", 1, 2, 4));
        assertThat(ledger.complaints()).singleElement().asString().contains("3 numbers are missing");
    }

    @Test
    void aTimeThatWasKnownStaysAndOneThatWasNotMayBeCorrected() {
        accepted(1);
        arrives(at("unknown", 1, "2020-01-01"));
        arrives(at(null, 1, "2026-01-01"));
        arrives(at(null, 1, "2026-01-01"));
        assertThat(ledger.complaints()).isEmpty();
        arrives(at(null, 1, "2027-01-01"));
        assertThat(ledger.complaints()).singleElement().asString().contains("another record under the same identity");
    }

    private static Row at(String quality, int n, String stamp) {
        Map<String, Object> fields = new TreeMap<>(Map.of("@t", "soak.count", "@ts", stamp, "n", n, "producer", 0));
        if (quality != null) {
            fields.put("@tq", quality);
        }
        return new Row(UNIT, "a", n, fields);
    }

    @Test
    void aRecordThatWasReportedLostAndCameAllTheSameIsDelivered() {
        accepted(2);
        arrives(counted("a", 1, 1), counted("a", 2, 2), loss("a", 3, "a", 1, 2, 2));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums().lost()).isZero();
    }

    @Test
    void aGapOfRecordsThatNobodyPostedIsSeenToo() {
        arrives(new Row(UNIT, "a", 2, Map.of("@t", "obd.rpm")));
        assertThat(ledger.complaints()).singleElement().asString().contains("sequence 1 of boot a neither came nor");
    }

    @Test
    void aPowerCutMayTakeRecordsThatNobodyWasPromised() {
        Ledger cut = new Ledger(UNIT, true);
        cut.posting(0, 1, 3);
        cut.accepted(0, 1, 1);
        cut.unanswered(0, 2, 3);
        cut.arrived(List.of(counted("a", 1, 1), counted("a", 3, 3)));
        assertThat(cut.complaints()).isEmpty();
        cut.accepted(0, 2, 2);
        assertThat(cut.complaints()).as("but none that was promised").isNotEmpty();
    }

    @Test
    void oneNumberUnderTwoIdentitiesIsWrong() {
        accepted(1);
        arrives(counted("a", 1, 1), counted("a", 2, 1));
        assertThat(ledger.complaints()).singleElement().asString().contains("under another identity");
    }

    @Test
    void twoRecordsUnderOneIdentityAreWrong() {
        accepted(2);
        arrives(counted("a", 1, 1));
        arrives(counted("a", 1, 2));
        assertThat(ledger.complaints()).anyMatch(each -> each.contains("another record under the same identity"));
    }

    @Test
    void aNumberThatWasNeverPostedOrNeverTakenIsWrong() {
        ledger.posting(0, 1, 1);
        ledger.refused(0, 1, 1);
        arrives(counted("a", 1, 1), counted("a", 2, 2));
        assertThat(ledger.complaints()).hasSize(2).allMatch(each -> each.contains("was never taken"));
    }

    @Test
    void aNumberMayArriveBeforeItsAnswer() {
        ledger.posting(0, 1, 1);
        arrives(counted("a", 1, 1));
        assertThat(ledger.complaints()).isEmpty();
    }

    @Test
    void whatWasNotAnsweredMayArriveOrNot() {
        ledger.posting(0, 1, 2);
        ledger.unanswered(0, 1, 2);
        arrives(counted("a", 1, 1));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums()).isEqualTo(new Sums(0, 0, 0, Map.of(), 0, 2, 1));
    }

    @Test
    void ofARequestWithoutAnAnswerTheBeginningMayArriveAndNotTheEndAlone() {
        ledger.posting(0, 1, 4);
        ledger.unanswered(0, 1, 4);
        ledger.posting(0, 5, 8);
        ledger.unanswered(0, 5, 8);
        arrives(counted("a", 1, 1), counted("a", 2, 2), counted("a", 3, 5));
        assertThat(ledger.complaints()).isEmpty();
        arrives(counted("a", 4, 7));
        assertThat(ledger.complaints())
                .singleElement()
                .asString()
                .contains("number 6 of producer 0 is missing where no loss");
    }

    @Test
    void aBatchOutOfOrderOrOfTwoRunsIsWrong() {
        accepted(4);
        arrives(counted("a", 2, 2), counted("a", 1, 1));
        arrives(counted("a", 3, 3), counted("b", 1, 4));
        assertThat(ledger.complaints()).hasSize(2).allMatch(each -> each.contains("not in order"));
    }

    @Test
    void withoutIdentityNumbersTellDuplicatesAndCountsTellLosses() {
        accepted(3);
        arrives(counted(null, 0, 1));
        arrives(counted(null, 0, 1));
        assertThat(ledger.complaints()).singleElement().asString().contains("2 numbers are missing");
        arrives(loss(null, 0, "a", 2, 2, 3));
        arrives(loss(null, 0, "a", 2, 2, 3));
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sums()).isEqualTo(new Sums(3, 1, 2, Map.of("full", 2L), 2, 0, 0));
    }

    @Test
    void anotherUnitsRecordsAndLossesThatMakeNoSenseAreWrong() {
        arrives(new Row("v", "a", 1, Map.of("@t", "obd.rpm")));
        arrives(loss("a", 1, "a", 5, 2, 3));
        arrives(loss("a", 2, "a", 0, 2, 3));
        ledger.unreadable("rubbish");
        assertThat(ledger.complaints()).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Random histories hold; with one record taken out silently they do not. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anySingleSilentLossIsFound(long seed) {
        Random random = new Random(seed);
        List<Row> all = new ArrayList<>();
        int n = 0;
        for (String boot : List.of("a", "b", "c")) {
            for (int sequence = 1; sequence <= 20; sequence++) {
                all.add(counted(boot, sequence, ++n));
            }
        }
        accepted(n);
        Row silent = all.get(random.nextInt(all.size()));
        List<Row> told = new ArrayList<>(all);
        told.removeIf(row -> random.nextInt(4) == 0 && row != silent);
        List<Row> shuffled = new ArrayList<>(told);
        Collections.shuffle(shuffled, random);
        shuffled.stream().filter(row -> row != silent).forEach(this::arrives);
        all.stream()
                .filter(row -> !told.contains(row))
                .forEach(row -> arrives(loss("d", nextReport(), row.boot(), 1, row.sequence(), row.sequence())));
        assertThat(ledger.complaints()).as("seed %d without %s", seed, silent).isNotEmpty();
        arrives(silent);
        assertThat(ledger.complaints()).as("seed %d", seed).isEmpty();
    }

    private long reports;

    private long nextReport() {
        return ++reports;
    }

    @Test
    void thatAPowerCutMayHaveCostRecordsMakesSenseAndCoversNone() {
        Ledger cut = new Ledger("u", true);
        Map<String, Object> told =
                Map.of("@t", "agent.loss", "reason", "power_cut", "within_s", 1, "from_seq", 9, "boot", "a");
        cut.arrived(List.of(new Row("u", "b", 1, told)));
        assertThat(cut.complaints()).isEmpty();
        cut.posting(0, 1, 1);
        cut.accepted(0, 1, 1);
        assertThat(cut.complaints()).isNotEmpty();
    }
}
