// Kinds of budget lines, and suggested categories. A household may add further categories.

export const lineKinds = ['income', 'fixed', 'variable', 'periodic', 'saving', 'debt'] as const
export type LineKind = (typeof lineKinds)[number]

export const lineKindLabels: Readonly<Record<LineKind, string>> = {
  income: 'הכנסות',
  fixed: 'הוצאות קבועות',
  variable: 'הוצאות משתנות',
  periodic: 'הוצאות תקופתיות',
  saving: 'חיסכון',
  debt: 'החזרי חובות',
}

export const offeredCategories: Readonly<Record<LineKind, readonly string[]>> = {
  income: ['משכורת', 'משכורת נוספת', 'קצבאות', 'הכנסה מעסק', 'הכנסות אחרות'],
  fixed: ['שכר דירה', 'ארנונה', 'חשמל', 'מים', 'גז', 'ועד בית', 'תקשורת', 'ביטוחים', 'גנים וצהרון', 'מנויים'],
  variable: ['מזון וסופר', 'אוכל בחוץ', 'דלק ותחבורה', 'פארם ובריאות', 'בילויים', 'ביגוד והנעלה', 'הבית', 'שונות'],
  periodic: ['חופשות', 'חגים ומתנות', 'טסט וביטוח רכב', 'ציוד לבית הספר', 'תיקונים'],
  saving: ['קרן חירום', 'חיסכון לילדים', 'חיסכון אחר'],
  debt: ['משכנתה', 'הלוואה', 'החזר לכרטיס אשראי'],
}
