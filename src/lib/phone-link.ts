/** The tel: link of a number in any common notation, dialable from abroad. Without the metadata of all countries. */
export function telAddress(phone: string): string {
  const dialled = phone.replace(/[^\d+*]/g, '')
  return `tel:${/^0[1-9]/.test(dialled) ? `+972${dialled.slice(1)}` : dialled}`
}
