// Labels and limits of the accessibility statement's report form.
export const labels = {
  name: 'שם מלא',
  email: 'דוא״ל',
  phone: 'טלפון',
  where: 'כתובת העמוד',
  message: 'תיאור הבעיה',
  technology: 'דפדפן וטכנולוגיה מסייעת',
} as const

/** In characters, leaving room for page and technology within the request limit. */
export const messageLimit = 3500
