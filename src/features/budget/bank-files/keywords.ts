// Keywords of merchants and bank lines that determine a category at the first import. Learned rules have precedence.
import { searchForm } from '#lib/hebrew/search-form.ts'
import type { LineKind } from '../categories.ts'

export type Choice = { kind: LineKind; category: string }

const keywords: readonly [LineKind, string, string][] = [
  ['income', 'משכורת', 'משכורת|שכר עבודה'],
  ['income', 'קצבאות', 'ביטוח לאומי|קצבת|המוסד לביטוח לאומי|מענק'],
  ['fixed', 'שכר דירה', 'שכר דירה|שכירות'],
  ['fixed', 'ארנונה', 'ארנונה|עיריית|מועצה מקומית'],
  ['fixed', 'חשמל', 'חברת החשמל|חשמל|אלקטרה פאוור'],
  ['fixed', 'מים', 'תאגיד המים|מי אביבים|הגיחון|מי שבע|מיתב'],
  ['fixed', 'גז', 'אמישראגז|פזגז|סופרגז|דורגז'],
  ['fixed', 'ועד בית', 'ועד בית|ועד הבית'],
  ['fixed', 'תקשורת', 'בזק|פרטנר|סלקום|פלאפון|הוט מובייל|גולן טלקום|רמי לוי תקשורת|yes|hot|012'],
  ['fixed', 'ביטוחים', 'ביטוח|הפניקס|מגדל|כלל|הראל|מנורה|איילון|ביטוח ישיר|מכבי שירותי|כללית|מאוחדת|לאומית שרותי'],
  ['fixed', 'גנים וצהרון', 'צהרון|מעון|גן ילדים|משפחתון'],
  ['fixed', 'מנויים', 'נטפליקס|netflix|ספוטיפיי|spotify|apple.com|google one|disney|חדר כושר|הולמס'],
  [
    'variable',
    'מזון וסופר',
    'שופרסל|רמי לוי|יינות ביתן|ויקטורי|יוחננוף|אושר עד|טיב טעם|קרפור|מגה בעיר|חצי חינם|מכולת|סופרמרקט|מאפיית|ירקות|קצביית|am pm',
  ],
  ['variable', 'אוכל בחוץ', 'מסעד|קפה|ארומה|קופיקס|מקדונלד|פיצה|וולט|wolt|תן ביס|בורגר|פלאפל|סושי'],
  [
    'variable',
    'דלק ותחבורה',
    'פז|סונול|דלק|דור אלון|ten|רב קו|רכבת ישראל|אגד|דן תחבורה|gett|מוניות|פנגו|סלופארק|כביש 6',
  ],
  ['variable', 'פארם ובריאות', 'סופר פארם|סופרפארם|be פארם|בי פארם|פארם|בית מרקחת|רוקח|מרפאת|שיניים'],
  ['variable', 'בילויים', 'סינמה|קולנוע|תיאטרון|יס פלנט|רב חן|הופעה|לונה פארק|ספארי'],
  ['variable', 'ביגוד והנעלה', 'קסטרו|פוקס|זארה|zara|h&m|רנואר|גולף|נעלי|דלתא|תמנון|shein'],
  ['variable', 'הבית', 'איקאה|ikea|הום סנטר|אייס|ace|מקס סטוק|זול סטוק|נעמן'],
  ['periodic', 'חופשות', 'מלון|el al|אל על|ישראייר|booking|airbnb|ארקיע|נופש'],
  ['periodic', 'טסט וביטוח רכב', 'משרד הרישוי|מבחן רישוי|מוסך|צמיגי'],
  ['periodic', 'ציוד לבית הספר', 'סטימצקי|צומת ספרים|קרביץ|בית ספר'],
  ['debt', 'משכנתה', 'משכנתא|משכנתה'],
  ['debt', 'הלוואה', 'הלוואה|החזר הלואה|הלואה'],
]

const patterns = keywords.map(
  ([kind, category, list]) => [{ kind, category }, list.split('|').map((word) => ` ${searchForm(word)}`)] as const,
)

/** The longest keyword that is a prefix of a word of the text. */
export function guessByKeyword(text: string): Choice | undefined {
  const padded = ` ${text}`
  let best: { choice: Choice; length: number } | undefined
  for (const [choice, starts] of patterns)
    for (const start of starts)
      if (start.length > (best?.length ?? 0) && padded.includes(start)) best = { choice, length: start.length }
  return best?.choice
}

const cardCharges =
  ['ישראכרט', 'מקס איט', 'max it', 'כאל', 'כ א ל', 'לאומי קארד', 'ויזה', 'אמריקן אקספרס', 'דיינרס', 'מסטרקארד', 'כרטיסי אשראי', 'כרטיס אשראי'] // prettier-ignore
    .map((word) => ` ${searchForm(word)}`)

/** Recognises the charge of a card in an account. The card's file lists its purchases, which would be counted twice. */
export const isCardCharge = (text: string) => cardCharges.some((word) => ` ${text}`.includes(word))
