/** The address that dials a number as people write it, from abroad too. Without the metadata of all countries. */
export function telAddress(phone: string): string {
  const dialled = phone.replace(/[^\d+*]/g, '')
  return `tel:${/^0[1-9]/.test(dialled) ? `+972${dialled.slice(1)}` : dialled}`
}
