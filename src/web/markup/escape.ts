const special = /["&'<>]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Words as text of a page or as the value of an attribute. Most have nothing to escape, which one look tells. */
export const escapeMarkup = (text: string) =>
  special.test(text) ? text.replace(/["&'<>]/g, (sign) => entities[sign]!) : text
