/** The kernel's part of the database's history, in order. Append-only. Paths are below src/. */
export const kernelMigrations = [
  'kernel/postgres/roles.sql',
] as const
