// The storyboard of the lesson clip: its drawings and captions. After a change, run: node scripts/clips.ts

export type Scene = {
  /** Seconds from the start. */
  at: number
  title: string
  drawing: 'months' | 'list' | 'division' | 'jar' | 'words'
  /** Captions of the scene, in seconds from its start. */
  captions: readonly string[]
}

export const seconds = 72
export const scenes: readonly Scene[] = [
  {
    at: 0,
    title: 'למה דצמבר תמיד מפתיע',
    drawing: 'months',
    captions: [
      'יש חודשים שבהם הכול נופל ביחד: ביטוח, טסט, ציוד לבית הספר, חגים.',
      'אף אחת מההוצאות האלה אינה הפתעה. כולן קרו גם בשנה שעברה.',
      'בדקה הקרובה: שלושה צעדים, וגיליון אחד.',
    ],
  },
  {
    at: 15,
    title: 'צעד ראשון: זוכרים',
    drawing: 'list',
    captions: [
      'עוברים על שנים־עשר החודשים האחרונים.',
      'רושמים כל מה שקורה פעם או פעמיים בשנה, בלי לתקן ובלי להתנצל.',
      'ביטוח רכב, חופשה, ציוד לבית הספר, חגים ומתנות.',
    ],
  },
  {
    at: 31,
    title: 'צעד שני: מחלקים',
    drawing: 'division',
    captions: [
      'מחברים את כל הסכומים, ומחלקים בשתים־עשרה.',
      'אצל המשפחה שלנו: שמונה־עשר אלף שקלים בשנה, שהם אלף וחמש מאות בחודש.',
      'זה המחיר החודשי האמיתי של השנה.',
    ],
  },
  {
    at: 47,
    title: 'צעד שלישי: מעבירים',
    drawing: 'jar',
    captions: ['קובעים העברה קבועה לחשבון נפרד, ביום שבו נכנסת המשכורת.', 'כשההוצאה מגיעה, הכסף כבר מחכה לה.'],
  },
  {
    at: 61,
    title: 'ואם הסכום גדול מדי?',
    drawing: 'words',
    captions: ['זה מידע, לא כישלון.', 'מתחילים בהוצאה אחת, הקרובה ביותר, ומוסיפים את השאר בהדרגה.'],
  },
]

export const chapters = scenes.map(({ at, title }) => ({ at, title }))
