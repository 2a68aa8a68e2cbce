// The words of the home page. No figure, quote or promise about results stands here: those come from rows that can prove them.
export type HomeWords = {
  hero: { eyebrow: string; title: string; subtitle: string; call: string; quiz: string; note: string[] }
  trust: string[]
  familiar: { title: string; signs: string[]; end: string }
  steps: { title: string; list: Point[] }
  gains: { title: string; list: Point[] }
  quiz: { title: string; text: string; call: string }
  close: { title: string; text: string; call: string }
}
type Point = { title: string; text: string }

/** Calm and in control. */
export const calmHome: HomeWords = {
  hero: {
    eyebrow: 'ליווי כלכלי למשפחות',
    title: 'סוף החודש יכול להיות עוד יום רגיל',
    subtitle:
      'ליווי מסודר, שלב אחר שלב, שמחזיר לבית תמונה ברורה: כמה נכנס, כמה יוצא, ומה באמת חשוב לכם לממן. בלי שיפוט ובלי טבלאות שנשכחות אחרי שבוע.',
    call: 'לקביעת שיחת היכרות',
    quiz: 'לשאלון השלב הכלכלי (3 דקות)',
    note: ['שיחת ההיכרות ללא עלות וללא התחייבות', 'כ־25 דקות, בטלפון או בווידאו'],
  },
  trust: [
    'תהליך של שישה שלבים, עם משימות קצרות בכל שבוע',
    'אזור אישי שבו רואים בדיוק היכן עומדים',
    'סודיות מלאה ושמירה על פרטיות',
  ],
  familiar: {
    title: 'אולי זה מוכר',
    signs: [
      'המשכורת נכנסת, ועד ה־15 בחודש כבר לא ברור לאן הלכה.',
      'יש כסף בצד, אבל אין החלטה מה לעשות איתו.',
      'כל שיחה על כסף בבית נגמרת בוויכוח או בשתיקה.',
      'הלוואות, כרטיסים ותשלומים – ואין מקום אחד שבו רואים הכול.',
    ],
    end: 'לא חסרה לכם משמעת. חסרה לכם שיטה שמתאימה לבית שלכם.',
  },
  steps: {
    title: 'איך זה עובד',
    list: [
      { title: 'שיחת היכרות', text: 'מבינים מה מטריד, מה המטרה, והאם הליווי מתאים.' },
      { title: 'שיקוף', text: 'אוספים נתונים של שלושה חודשים ומקבלים תמונה אחת ברורה.' },
      { title: 'תוכנית', text: 'בונים תקציב, סדר טיפול בחובות ויעדים, עם תאריכים.' },
      { title: 'ליווי', text: 'פגישה אחת לשבועיים, משימות קצרות ותמיכה בין הפגישות.' },
      { title: 'עצמאות', text: 'בסוף התהליך ההרגלים והכלים נשארים אצלכם.' },
    ],
  },
  gains: {
    title: 'מה מקבלים',
    list: [
      { title: 'תמונת מצב אחת', text: 'הכנסות, הוצאות, חובות, חיסכון וביטוחים במקום אחד.' },
      { title: 'תקציב שאפשר לחיות איתו', text: 'כולל יציאות, חופשות וימי הולדת.' },
      { title: 'סדר עדיפויות', text: 'מה מטפלים קודם ומה יכול לחכות.' },
      { title: 'מישהו לחשוב איתו', text: 'לפני החלטה גדולה, ולא אחריה.' },
    ],
  },
  quiz: {
    title: 'באיזה שלב כלכלי נמצא הבית שלכם?',
    text: 'עשר שאלות קצרות, תוצאה מיידית והצעד הבא שמתאים לכם. בלי להזין סכומים ובלי להתחבר לבנק.',
    call: 'להתחלת השאלון',
  },
  close: {
    title: 'הצעד הראשון הוא שיחה',
    text: 'נכיר, נקשיב, ונגיד ביושר אם אנחנו הכתובת הנכונה.',
    call: 'לקביעת שיחה',
  },
}
