/**
 * Shapes that the catalog does not know: of jsonb and array columns, of the texts of views and functions. A module declares those of
 * its tables and functions, in its data access:
 * `declare module '#client/column-shapes.ts' { interface ColumnShapes { 'campaigns.blocks': Campaign['blocks'] } }`
 */
export interface ColumnShapes {}

/** The declared shape of a column, otherwise what the catalog knows of it. */
export type Shape<Column extends string, Known> = ColumnShapes extends Record<Column, infer Declared> ? Declared : Known
