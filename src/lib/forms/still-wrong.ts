/** The shown messages of fields that are still wrong, and that of the whole form, which stays until the next submit. */
export function stillWrong<Faults extends { form?: string }>(shown: Faults, found: object): Faults {
  const kept = Object.entries(shown).filter(([at]) => at === 'form' || at in found)
  return kept.length === Object.keys(shown).length ? shown : (Object.fromEntries(kept) as Faults)
}
