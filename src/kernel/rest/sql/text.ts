/** A name from the schema cache as a quoted SQL identifier. */
export const ident = (name: string) => `"${name.replaceAll('"', '""')}"`

export const qualified = (schema: string, name: string) => `${ident(schema)}.${ident(name)}`

/** Collects the parameters of a statement. A value never becomes part of the SQL text. */
export class Parameters {
  readonly values: string[] = []

  bind(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A list as the text of a one-dimensional PostgreSQL array. */
export const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
