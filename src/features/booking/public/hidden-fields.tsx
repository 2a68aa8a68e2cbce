/** Hidden inputs for values that a form passes on. */
export const HiddenFields = ({ values }: { values: Readonly<Partial<Record<string, string>>> }) =>
  Object.entries(values).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
