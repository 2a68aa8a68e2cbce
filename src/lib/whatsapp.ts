/** WhatsApp link for an E.164 number. Opening the link does not prove that a message was sent. */
export const whatsappAddress = (e164: string, text?: string) =>
  `https://wa.me/${e164.replace('+', '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`
