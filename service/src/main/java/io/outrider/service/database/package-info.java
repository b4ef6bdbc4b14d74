/** The database of the service: SQLite in a file, or PostgreSQL, with the same tables. */
package io.outrider.service.database;
