// Message templates of sequence recipes. They are added as drafts, which the owner publishes before the sequence can be published.
import { seedId } from '#lib/seed-id.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'

export type RecipeTemplate = { id: string; name: string; channel: 'email'; purpose: 'marketing'; draft: MailContent }

const template = (n: number, name: string, draft: MailContent): RecipeTemplate => ({
  // The same ids in every installation: a recipe that is used again reuses its templates.
  id: seedId(138, n),
  name,
  channel: 'email',
  purpose: 'marketing',
  draft,
})

export const afterQuiz = [
  template(1, 'אחרי השאלון, 1: שלושה חודשים אחורה', {
    subject: 'הצעד הראשון אחרי השאלון',
    preheader: 'שעה אחת, שלושה חודשים',
    blocks: [
      {
        kind: 'text',
        text: 'שלום {{שם_פרטי|לכם}},\n\nתודה על מילוי השאלון. הצעד הראשון הוא לראות מה קרה בשלושת החודשים האחרונים, עוד לפני שמשנים משהו:\n\n- דפי חשבון ופירוטי אשראי של שלושה חודשים\n- סיכום ההכנסות וההוצאות בכל חודש\n- סימון של ההוצאות שהפתיעו\n\nשעה אחת מספיקה להתחלה.',
      },
    ],
  }),
  template(2, 'אחרי השאלון, 2: תקציב בארבעה סעיפים', {
    subject: 'תקציב בארבעה סעיפים',
    preheader: 'סכום אחד לכל סעיף',
    blocks: [
      {
        kind: 'text',
        text: 'שלום {{שם_פרטי|לכם}},\n\nאחרי שרואים את שלושת החודשים, אפשר לבנות תקציב קצר בארבעה סעיפים:\n\n- הוצאות קבועות\n- הוצאות משתנות\n- הוצאות שמגיעות פעם בכמה חודשים\n- חיסכון או החזר חובות\n\nלכל סעיף סכום אחד, ופעם בחודש פגישה קצרה בבית כדי להשוות.',
      },
    ],
  }),
  template(3, 'אחרי השאלון, 3: מה עבד ומה לא', {
    subject: 'מה עבד ומה לא?',
    preheader: 'זמן טוב לבדוק',
    blocks: [
      {
        kind: 'text',
        text: 'שלום {{שם_פרטי|לכם}},\n\nאם התחלתם, זה זמן טוב לבדוק מה עבד. ואם לא יצא להתחיל, שיחה קצרה עוזרת לבחור צעד אחד שמתאים לבית שלכם. אפשר גם לענות להודעה הזאת.',
      },
      { kind: 'button', words: 'לקביעת שיחת היכרות', to: '/book-a-call' },
    ],
  }),
] as const
