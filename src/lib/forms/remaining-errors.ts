/** The shown errors of fields that are still invalid, and the error of the form, which stays until the next submit. */
export function remainingErrors<Errors extends { form?: string }>(shown: Errors, found: object): Errors {
  const kept = Object.entries(shown).filter(([at]) => at === 'form' || at in found)
  return kept.length === Object.keys(shown).length ? shown : (Object.fromEntries(kept) as Errors)
}
