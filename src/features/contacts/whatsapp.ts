/** The address that opens WhatsApp with this person, for an E.164 number. Opening is not sending. */
export const whatsappAddress = (e164: string, text?: string) =>
  `https://wa.me/${e164.replace('+', '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`
