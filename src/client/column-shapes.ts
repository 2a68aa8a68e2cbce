/**
 * Column types that the database catalog lacks: of jsonb and array columns, and of text columns of views and functions. A module
 * declares those of its tables and functions, in its data access:
 * `declare module '#client/column-shapes.ts' { interface ColumnShapes { 'campaigns.blocks': Campaign['blocks'] } }`
 */
export interface ColumnShapes {}

/** The declared type of a column, otherwise its type in the catalog. */
export type Shape<Column extends string, Known> = ColumnShapes extends Record<Column, infer Declared> ? Declared : Known
