// Texts of the accessibility widget, verbatim from spec §2 where it defines them.
export const toggles = {
  highlightLinks: 'הדגשת קישורים',
  largeTargets: 'הגדלת אזורי לחיצה',
  reduceMotion: 'עצירת אנימציות',
  strongFocus: 'פוקוס מודגש',
} as const

export const texts = {
  button: 'אפשרויות נגישות',
  title: 'תוסף נגישות',
  close: 'סגירת תוסף הנגישות',
  textSize: 'גודל טקסט',
  smaller: 'הקטן טקסט',
  larger: 'הגדל טקסט',
  contrast: 'ניגודיות',
  contrasts: { normal: 'רגיל', high: 'גבוה', invert: 'היפוך' },
  theme: 'מראה',
  themes: { light: 'בהיר', dark: 'כהה', auto: 'לפי המכשיר' },
  on: 'פועל',
  off: 'כבוי',
  reader: 'קורא מסך וירטואלי',
  read: 'לקרוא',
  pause: 'השהה',
  resume: 'המשך',
  stop: 'עצור',
  readerHint: 'מקריא את התוכן הראשי של העמוד בעברית',
  unsupported: 'הקראה אינה נתמכת בדפדפן הזה',
  noVoice: 'לא נמצא קול בעברית במכשיר. ההקראה עשויה לא לפעול כראוי',
  reset: 'איפוס ההתאמות',
  wasReset: 'ההתאמות אופסו',
  statement: 'להצהרת הנגישות',
} as const
