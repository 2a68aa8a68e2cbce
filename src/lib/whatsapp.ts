/** WhatsApp link for an E.164 number. An opened link is no proof that the message was sent. */
export const whatsappAddress = (e164: string, text?: string) =>
  `https://wa.me/${e164.replace('+', '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`
