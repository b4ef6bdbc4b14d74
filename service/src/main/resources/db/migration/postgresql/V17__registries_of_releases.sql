-- Registries that releases refer to: they are neither renamed nor deleted.
CREATE TABLE release_registry (
    release  BIGINT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    account  BIGINT NOT NULL,
    registry TEXT NOT NULL,
    PRIMARY KEY (release, registry),
    FOREIGN KEY (account, registry) REFERENCES registry (account, name)
);

CREATE INDEX release_registry_registry ON release_registry (account, registry);

INSERT INTO release_registry SELECT DISTINCT release.id, registry.account, registry.name
    FROM release JOIN project ON project.id = release.project CROSS JOIN json_array_elements(release.containers::json) AS container
    JOIN registry ON registry.account = project.account AND registry.name = container.value ->> 'registry';
