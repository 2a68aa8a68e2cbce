// Recipes: predefined automations. Each is added as a draft; nothing runs before it is published.
import { allExits, type Definition, type Step } from './engine/definition.ts'
import { afterQuiz, type RecipeTemplate } from './recipe-templates.ts'
import { stepsOf } from './sequence-rows.ts'

/** `templates`: drafts that a sequence adds. */
export type Recipe = {
  key: string
  name: string
  text: string
  definition: Definition
  templates?: readonly RecipeTemplate[]
}

const noExits: Definition['exits'] = {
  bought: false,
  booked: false,
  replied: false,
  refused: false,
  do_not_contact: true,
}
const day = 24 * 60

const onEvent = (event: string, steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  format: 1,
  trigger: { type: 'event', event, match: {} },
  filters: [],
  steps,
  reentry: 'after_exit',
  exits: noExits,
  ...rest,
})

const task = (
  id: string,
  name: string,
  type: 'call' | 'todo' | 'whatsapp',
  dueMinutes: number,
  priority: 'medium' | 'high' = 'medium',
): Step => ({
  id,
  kind: 'task',
  name,
  type,
  priority,
  dueMinutes,
  userId: null,
})

export const recipes: readonly Recipe[] = [
  {
    key: 'new-lead',
    name: 'פנייה חדשה: לחזור בתוך עשר דקות',
    text: 'כל פנייה מהאתר הופכת למשימת שיחה דחופה ולמשימה לשלוח הודעת פתיחה בוואטסאפ. על פנייה שלא נענתה בתוך שעה נשלחת התראה לצוות.',
    definition: onEvent('lead.captured', [
      task('hello', 'לשלוח הודעת פתיחה בוואטסאפ', 'whatsapp', 10, 'high'),
      task('call', 'לחזור לפנייה חדשה', 'call', 10, 'high'),
      {
        id: 'answer',
        kind: 'await',
        event: 'task.done',
        match: {},
        timeoutMinutes: 60,
        then: [{ id: 'answered', kind: 'exit' }],
        else: [{ id: 'alert', kind: 'notice', title: 'פנייה ממתינה שעה בלי מענה', severity: 'high', userId: null }],
      },
    ]),
  },
  {
    key: 'rotting',
    name: 'הזדמנות שעומדת במקום',
    text: 'כשהזדמנות נמצאת בשלב יותר ימים ממה שהוגדר, נפתחת משימה לבדוק מה עוצר אותה.',
    definition: onEvent('opportunity.rotting', [task('check', 'לבדוק מה עוצר את ההזדמנות', 'call', day)]),
  },
  {
    key: 'won',
    name: 'הצטרפות: צעדים ראשונים',
    text: 'אחרי סגירה בהצלחה נפתחות משימות לפתיחת התהליך ולשיחת פתיחה.',
    definition: onEvent('opportunity.won', [
      task('open', 'לפתוח תהליך ליווי', 'todo', day, 'high'),
      { id: 'pause', kind: 'wait', minutes: 3 * day, at: '09:00', workingHours: true },
      task('welcome', 'שיחת פתיחה: לבדוק שהכול ברור', 'call', day),
    ]),
  },
  {
    key: 'lost-later',
    name: 'לא עכשיו: לחזור בעוד שלושה חודשים',
    text: 'מי שהחליטו לא להצטרף מקבלים משימת שיחה אחרי שלושה חודשים, אם לא פנו או רכשו קודם.',
    definition: onEvent(
      'opportunity.lost',
      [
        { id: 'pause', kind: 'wait', minutes: 90 * day, at: '09:00', workingHours: true },
        task('again', 'לבדוק אם הזמן מתאים עכשיו', 'call', day),
      ],
      { exits: allExits },
    ),
  },
  {
    key: 'stage-late',
    name: 'שלב שעבר מועדו',
    text: 'כשמועד של שלב בתהליך עובר, נפתחת משימה ליצור קשר ולעזור להתקדם.',
    definition: onEvent('stage.late', [task('nudge', 'ליצור קשר לגבי שלב שעבר מועדו', 'whatsapp', day)]),
  },
  {
    key: 'birthday',
    name: 'יום הולדת',
    text: 'בבוקר יום ההולדת נפתחת משימה לברך.',
    definition: {
      ...onEvent('', [task('bless', 'לברך ליום ההולדת', 'whatsapp', 8 * 60)]),
      trigger: { type: 'date', key: 'birth_date', offsetDays: 0, at: '09:00', yearly: true },
    },
  },
  {
    key: 'complaint',
    name: 'הודעה שסומנה כדואר זבל',
    text: 'תלונה על דיוור פותחת משימה לבדוק מה נשלח ולמה.',
    definition: onEvent('message.complained', [task('look', 'לבדוק תלונה על דיוור', 'todo', day, 'high')]),
  },
  {
    key: 'no-show',
    name: 'לא הגיעו לפגישה',
    text: 'נפתחת משימה לשלוח קישור למועד חדש, ואם לא נקבעה פגישה בתוך שלושה ימים גם משימת שיחה.',
    definition: onEvent(
      'appointment.no_show',
      [
        task('link', 'לשלוח קישור לקביעת מועד חדש', 'whatsapp', 60),
        { id: 'pause', kind: 'wait', minutes: 3 * day, at: '09:00', workingHours: true },
        task('call', 'לבדוק מה קרה ולקבוע מועד חדש', 'call', day),
      ],
      {
        trigger: { type: 'event', event: 'appointment.no_show', match: { no_show: 'client' } },
        exits: { ...noExits, booked: true },
      },
    ),
  },
  {
    key: 'quiz-result',
    name: 'השאלון מולא',
    text: 'מי שמילאו את השאלון והשאירו פרטים מקבלים שיחה, אם לא קבעו פגישה קודם.',
    definition: onEvent(
      'quiz.completed',
      [
        { id: 'pause', kind: 'wait', minutes: day, at: '09:00', workingHours: true },
        task('call', 'לשוחח על תוצאת השאלון', 'call', day),
      ],
      { exits: { ...noExits, bought: true, booked: true } },
    ),
  },
  {
    key: 'quiz-sequence',
    name: 'רצף אחרי השאלון, לפי שלב',
    text: 'שלוש הודעות בעשרה ימים למי שהגיעו לשלב השני בשאלון והסכימו לדיוור. הרצף נפתח עם שלוש תבניות כטיוטות: קוראים, מתקנים ומפרסמים אותן לפני הפרסום. אפשר לבחור שלב אחר.',
    definition: onEvent(
      'quiz.completed',
      stepsOf(
        [1, 4, 9].map((days, i) => ({
          id: `mail${i + 1}`,
          day: days,
          at: '10:00',
          templateId: afterQuiz[i]!.id,
          only: [],
        })),
      ),
      {
        trigger: { type: 'event', event: 'quiz.completed', match: { stage: 2 } },
        filters: [{ about: 'consent', is: true }],
        reentry: 'never',
        exits: allExits,
      },
    ),
    templates: afterQuiz,
  },
  {
    key: 'webinar-missed',
    name: 'נרשמו להדרכה ולא הגיעו',
    text: 'נפתחת משימה לשלוח את ההקלטה או את המועד הבא.',
    definition: onEvent('webinar.missed', [task('replay', 'לשלוח את ההקלטה או את המועד הבא', 'whatsapp', day)]),
  },
  {
    key: 'webinar-stayed',
    name: 'נשארו בהדרכה עד הסוף ולא רכשו',
    text: 'יום אחרי ההדרכה נפתחת משימת שיחה, אם לא נרכש ולא נקבע דבר קודם.',
    definition: onEvent(
      'webinar.stayed',
      [
        { id: 'pause', kind: 'wait', minutes: day, at: '09:00', workingHours: true },
        task('call', 'לשאול מה עלה מההדרכה', 'call', day),
      ],
      {
        trigger: { type: 'event', event: 'webinar.stayed', match: { bought: false } },
        exits: { ...noExits, bought: true, booked: true },
      },
    ),
  },
  {
    key: 'checkout-left',
    name: 'הזמנה שנשארה בלי תשלום',
    text: 'יום אחרי שהזמנה נשארה בלי תשלום נפתחת משימה לבדוק אם צריך עזרה. התזכורות בדוא״ל יוצאות בנפרד, לפי תוכנית ההודעות.',
    definition: onEvent(
      'checkout.abandoned',
      [
        { id: 'pause', kind: 'wait', minutes: day, at: '09:00', workingHours: true },
        task('help', 'לבדוק אם צריך עזרה בהשלמת ההזמנה', 'call', day),
      ],
      { exits: { ...noExits, bought: true } },
    ),
  },
  {
    key: 'payment-failed',
    name: 'תשלום שנכשל',
    text: 'תשלום של הזמנה שנכשל פותח משימת שיחה דחופה, אלא אם התשלום הצליח קודם.',
    definition: onEvent(
      'order.failed',
      [
        { id: 'pause', kind: 'wait', minutes: 60, workingHours: true },
        task('call', 'לעזור להשלים תשלום שנכשל', 'call', 120, 'high'),
      ],
      { exits: { ...noExits, bought: true } },
    ),
  },
  {
    key: 'charge-failed',
    name: 'חיוב חודשי שלא אושר',
    text: 'חיוב של תוכנית תשלומים שלא אושר פותח משימה לדבר על אמצעי התשלום.',
    definition: onEvent('plan_charge.failed', [task('card', 'לעדכן אמצעי תשלום', 'call', day, 'high')]),
  },
  {
    key: 'stage-entered',
    name: 'הזדמנות נכנסה לשלב',
    text: 'הזדמנות שעוברת שלב פותחת משימת המשך. לפני הפרסום בוחרים באיזה שלב.',
    definition: onEvent('opportunity.stage_changed', [task('next', 'הצעד הבא בשלב', 'todo', day)]),
  },
  {
    key: 'client-idle',
    name: 'לקוחות בלי פעילות שבועיים',
    text: 'אחרי שבועיים בלי פעילות באזור האישי נפתחת משימה ליצור קשר, אם לא התקבלה תשובה ולא נקבעה פגישה בתוך יומיים. התזכורת בדוא״ל יוצאת בנפרד, לפי תוכנית ההודעות.',
    definition: onEvent(
      'client.idle',
      [
        { id: 'pause', kind: 'wait', minutes: 2 * day, at: '09:00', workingHours: true },
        task('nudge', 'לשאול מה שלומם ולקבוע את הצעד הבא', 'whatsapp', day),
      ],
      { exits: { ...noExits, booked: true, replied: true } },
    ),
  },
  {
    key: 'process-finished',
    name: 'תהליך שהסתיים: בקשה להמלצה',
    text: 'אם עשרה ימים אחרי סיום התהליך עוד לא נכתבה המלצה, נפתחת משימה לבקש אותה באופן אישי. הבקשה בדוא״ל יוצאת בנפרד, לפי תוכנית ההודעות.',
    definition: onEvent('process.completed', [
      {
        id: 'review',
        kind: 'await',
        event: 'review.submitted',
        match: {},
        timeoutMinutes: 10 * day,
        then: [task('thank', 'להודות על ההמלצה', 'whatsapp', day)],
        else: [
          { id: 'hours', kind: 'wait', minutes: 0, workingHours: true },
          task('asking', 'לבקש המלצה באופן אישי', 'whatsapp', day),
        ],
      },
    ]),
  },
]
