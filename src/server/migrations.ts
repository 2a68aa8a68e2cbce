import { kernelMigrations } from '#kernel/migrations.ts'

/** THE history of the database: append-only, the order is the list, a later change of a noun is a new file at the end. Paths are below src/. */
export const migrations: readonly string[] = [...kernelMigrations]
