// The error file of an import: additional columns before those of the imported file.
export const errorFileColumns = ['שורה בקובץ', 'מה לתקן'] as const

/** Whether a header row belongs to an error file. */
export const isErrorFile = (header: readonly string[]) => errorFileColumns.every((name, i) => header[i] === name)
