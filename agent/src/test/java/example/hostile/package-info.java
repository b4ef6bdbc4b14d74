/** Module of another author, for tests: its package is none of this project. */
package example.hostile;
