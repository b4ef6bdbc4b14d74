/** State of another author, outside the packages of outrider. */
package example.foreign;
