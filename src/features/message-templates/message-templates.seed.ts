// Demo templates: a published mail, a WhatsApp message, and a draft.
import { seedId } from '#lib/seed-id.ts'
import type { TemplateContent } from './message-templates.ts'

const welcome: TemplateContent = {
  subject: '{{שם_פרטי|שלום}}, כמה מילים לפני שמתחילים',
  preheader: 'מה כדאי להכין, ומה לא צריך',
  blocks: [
    {
      kind: 'text',
      text: 'שלום {{שם_פרטי|לכם}},\n\n{{מין:שמחים שהצטרפת|שמחים שהצטרפת|שמחים שהצטרפתם}} ל{{שם_העסק}}. לפני הפגישה הראשונה כדאי להכין:\n\n- דפי חשבון של שלושת החודשים האחרונים\n- רשימה של הלוואות, אם יש\n- **שאלה אחת** שחשוב לקבל עליה תשובה',
    },
    { kind: 'button', words: 'לאזור האישי', to: '{{קישור.אזור_אישי}}' },
    { kind: 'text', text: 'כלקוחות ותיקים, אפשר לדלג על ההכנה.', when: 'תגית=ותיקים' },
  ],
}

const call: TemplateContent = {
  text: 'שלום {{שם_פרטי|לכם}}, כאן {{אחראי|צוות הליווי}} מ{{שם_העסק}}. מתי נוח לשוחח?',
}

const draft: TemplateContent = {
  subject: 'איך עבר החודש הראשון?',
  preheader: '',
  blocks: [{ kind: 'text', text: 'שלום {{שם_פרטי|לכם}},\n\nעבר חודש מאז שהתחלנו. מה השתנה?' }],
}

const common = { purpose: 'service', is_demo: true }

export const demoTemplates = (now: Date) => [
  {
    ...common,
    id: seedId(79, 1),
    name: 'לפני הפגישה הראשונה',
    channel: 'email',
    draft: welcome,
    published_number: 1,
    created_at: now.toISOString(),
  },
  {
    ...common,
    id: seedId(79, 2),
    name: 'תיאום שיחה',
    channel: 'whatsapp',
    draft: call,
    published_number: 1,
    created_at: now.toISOString(),
  },
  {
    ...common,
    id: seedId(79, 3),
    name: 'אחרי חודש',
    channel: 'email',
    draft,
    published_number: null,
    created_at: now.toISOString(),
  },
]

export const demoTemplateVersions = (now: Date) =>
  demoTemplates(now)
    .filter(({ published_number }) => published_number !== null)
    .map(({ id, draft: content }) => ({ template_id: id, number: 1, content, published_at: now.toISOString() }))
