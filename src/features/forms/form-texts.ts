// Refusals and texts of forms. Small, because the page's island imports it.

export const formStatuses = ['draft', 'published', 'paused', 'closed', 'archived'] as const
export const submissionStatuses = ['partial', 'complete', 'spam'] as const
/** States of a form's public page. */
export const formStates = ['open', 'not_yet_open', 'closed', 'full'] as const
export type FormState = (typeof formStates)[number]

export const refusals = {
  form_not_found: 'הטופס לא נמצא. כדאי לבדוק את הקישור',
  form_not_yet_open: 'הטופס עדיין לא נפתח. מה שמילאתם נשאר כאן',
  form_closed: 'הטופס נסגר. מה שמילאתם נשאר כאן, ואפשר לפנות אלינו',
  form_full: 'כל המקומות בטופס הזה התמלאו. מה שמילאתם נשאר כאן, ואפשר לפנות אלינו',
  draft_not_found: 'המילוי הזה לא נמצא. אפשר להתחיל מחדש',
  draft_elsewhere: 'המילוי הזה נמשך במכשיר אחר או בחלון אחר. אפשר לעבור לתשובות החדשות, או להמשיך מכאן',
  already_sent: 'הטופס הזה כבר נשלח',
  already_answered: 'כבר מילאתם את הטופס הזה, והתשובות אצלנו. לשינוי אפשר לפנות אלינו',
  changes_not_allowed: 'את התשובות שנשלחו אי אפשר לשנות מכאן. אפשר לפנות אלינו',
  answers_changed: 'התשובות שונו בינתיים מחלון אחר. רעננו את העמוד כדי לראות אותן',
  consent_text_unknown: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  answers_invalid: 'יש תשובות לתיקון',
  answers_too_long: 'התשובות ארוכות מדי. כדאי לקצר אותן',
  file_type_unknown: 'סוג הקובץ אינו נתמך (PDF, JPG, PNG, DOCX, XLSX, CSV)',
  file_type_mismatch: 'תוכן הקובץ אינו מתאים לסוג שלו. כדאי לשמור אותו מחדש ולנסות שוב',
  file_empty: 'הקובץ ריק',
  file_too_large: 'הקובץ גדול מ־10 מ״ב',
  too_many_files: 'צורפו כבר הרבה קבצים למילוי הזה',
  too_many_requests: 'נשלחו מכאן הרבה טפסים בזמן קצר. מה שמילאתם נשאר כאן, ואפשר לנסות שוב מאוחר יותר',
  stale_version: 'מישהו שמר את הטופס לפניכם. הנוסח העדכני נטען, ואפשר לנסות שוב',
  form_version_is_final: 'נוסח שפורסם אינו משתנה. אפשר לפרסם נוסח חדש',
  submission_is_final: 'תשובות שנשלחו אינן משתנות בלי שהקודמות נשמרות',
  form_address_taken: 'הכתובת הזאת כבר בשימוש של טופס אחר',
  form_address_form: 'הכתובת: 3 עד 60 אותיות לטיניות קטנות, ספרות ומקפים',
  closed_text_length: 'ההודעה ארוכה מדי: עד 1,000 תווים',
  form_origin_invalid: 'כתובות של אתרים: https:// ושם האתר בלבד, כל אחת בשורה, עד 20',
  form_title_length: 'יש להזין שם באורך של עד 200 תווים',
  form_closes_before_opening: 'מועד הסגירה צריך להיות אחרי מועד הפתיחה',
  submission_not_found: 'התשובה לא נמצאה, או שאין לכם הרשאה לראות אותה',
  form_link_unknown: 'הקישור האישי לא נמצא. ייתכן שלא הועתק עד הסוף',
  form_link_used: 'הטופס כבר נשלח דרך הקישור הזה, והתשובות אצלנו. לשינוי אפשר לפנות אלינו',
  form_link_expired: 'תוקף הקישור האישי הסתיים. אפשר לפנות אלינו ולקבל קישור חדש',
  form_link_revoked: 'הקישור האישי כבר לא פעיל. אפשר לפנות אלינו, ונשלח קישור חדש בשמחה',
  form_link_cancelled: 'הפגישה לא מתקיימת, ולכן אין צורך בטופס. אפשר לקבוע פגישה חדשה',
  form_password_needed:
    'הטופס נפתח בסיסמה, והיא התחלפה או עוד לא הוקלדה. מה שמילאתם נשאר כאן: אחרי רענון העמוד אפשר להקליד אותה',
  form_password_wrong: 'זו לא הסיסמה של הטופס. כדאי לבדוק אותה ולנסות שוב',
  form_password_missing: 'יש להקליד את הסיסמה',
  form_password_length: 'סיסמה: 4 עד 100 תווים',
  too_many_passwords: 'נוסו כאן הרבה סיסמאות בזמן קצר. אפשר לנסות שוב בעוד כמה דקות',
  form_guessed_passwords:
    'נוסו לטופס הזה הרבה סיסמאות שגויות, ולכן הוא מחכה קצת. אפשר לנסות שוב בעוד כמה דקות, או לבקש מאיתנו קישור אישי שנפתח בלי סיסמה',
  form_not_published: 'הטופס לא פתוח למילוי. אחרי הפרסום אפשר לשלוח אותו',
  contact_unknown: 'איש הקשר לא נמצא, או שאין לכם הרשאה אליו',
  form_invalid: 'הטופס עוד לא מוכן לפרסום',
} as const
