// What the form of the accessibility statement asks.
export const labels = {
  name: 'שם מלא',
  email: 'דוא״ל',
  phone: 'טלפון',
  where: 'כתובת העמוד',
  message: 'תיאור הבעיה',
  technology: 'דפדפן וטכנולוגיה מסייעת',
} as const

/** In characters; the rest of what a request may hold is for the page and the technology. */
export const messageLimit = 3500
