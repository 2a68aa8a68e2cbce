// Labels and limits of the accessibility statement's report form.
export const labels = {
  name: 'שם מלא',
  email: 'דוא״ל',
  phone: 'טלפון',
  where: 'כתובת העמוד',
  message: 'תיאור הבעיה',
  technology: 'דפדפן וטכנולוגיה מסייעת',
} as const

/** In characters; the rest of the request's limit is left for page and technology. */
export const messageLimit = 3500
