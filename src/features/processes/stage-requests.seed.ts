// Requests of the demo stages: a form and documents, with files sent for them, and documents to sign.
import { createHash } from 'node:crypto'
import { type DemoTeam, demoUsers } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { demoFormId, type DemoFormKey } from '#features/forms/forms.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { demoInstanceId } from './processes.seed.ts'
import type { DocumentStatus, ProcessStage } from './processes.ts'

type StageRequest = { place: number; form?: DemoFormKey; documents: readonly { name: string; hint: string }[] }

/** Requested forms and documents, by position of the stage in the default template. */
const stageRequests: readonly StageRequest[] = [
  {
    place: 0,
    form: 'intake',
    documents: [
      { name: 'תדפיסי עו״ש', hint: 'שלושת החודשים האחרונים, מכל חשבון' },
      { name: 'פירוט כרטיסי אשראי', hint: 'שלושת החודשים האחרונים' },
    ],
  },
  {
    place: 1,
    form: 'preparation',
    documents: [
      { name: 'רשימת הוצאות שנתיות', hint: 'ביטוחים, חוגים, חופשות, כל מה שלא משלמים בכל חודש' },
      { name: 'לוח תשלומים של הלוואות', hint: 'אפשר להוריד מאתר הבנק' },
    ],
  },
  { place: 2, documents: [{ name: 'דוח נתוני אשראי', hint: 'מזמינים בחינם באתר של בנק ישראל' }] },
]

type Paper = {
  /** The contact who sent the file, and the process of their family. */
  contact: string
  by: 'client' | 'coach'
  name: string
  type: 'text/csv' | 'text/plain'
  words: string
  daysAgo: number
  /** A document, by the positions of its stage and of the document. */
  of?: { process: number; place: number; document: number; status: Exclude<DocumentStatus, 'missing'>; reason?: string }
  signature?: 'asked' | 'signed'
}

const papers: readonly Paper[] = [
  {
    contact: 'itay',
    by: 'coach',
    name: 'הסכמה לשיתוף מידע עם יועץ פנסיוני.txt',
    type: 'text/plain',
    words: 'הסכמה לדוגמה\n\nאפשר לשתף את הדוחות הפנסיוניים עם בעלי הרישיון שנבחר יחד, לצורך הפגישה איתם בלבד.\n',
    daysAgo: 2,
    signature: 'asked',
  },
  {
    contact: 'itay',
    by: 'coach',
    name: 'הסכם ליווי.txt',
    type: 'text/plain',
    words: 'הסכם ליווי לדוגמה\n\nשנים עשר מפגשים, אחד לשבועיים. מה שנאמר במפגשים נשאר בינינו.\n',
    daysAgo: 44,
    signature: 'signed',
  },
  {
    contact: 'itay',
    by: 'client',
    name: 'עו״ש שלושה חודשים.csv',
    type: 'text/csv',
    words: 'תאריך,תיאור,סכום\n01/09,משכורת,14200\n03/09,שכר דירה,-5200\n09/09,סופר,-840\n',
    daysAgo: 38,
    of: { process: 0, place: 0, document: 0, status: 'approved' },
  },
  {
    contact: 'itay',
    by: 'client',
    name: 'פירוט אשראי.csv',
    type: 'text/csv',
    words: 'תאריך,בית עסק,סכום\n02/09,חשמל,-412\n05/09,דלק,-290\n',
    daysAgo: 36,
    of: { process: 0, place: 0, document: 1, status: 'approved' },
  },
  {
    contact: 'itay',
    by: 'client',
    name: 'הוצאות שנתיות.csv',
    type: 'text/csv',
    words: 'סעיף,סכום לשנה\nביטוח דירה,1450\nחוגים,7200\nחופשת קיץ,9000\n',
    daysAgo: 4,
    of: {
      process: 0,
      place: 1,
      document: 0,
      status: 'returned',
      reason: 'חסרים ביטוח הרכב והטסט. אפשר להוסיף שתי שורות ולשלוח שוב.',
    },
  },
  {
    contact: 'eyal',
    by: 'coach',
    name: 'דוח נתוני אשראי.txt',
    type: 'text/plain',
    words: 'דוח לדוגמה\n\nשתי הלוואות פעילות ומסגרת אחת. אין פיגורים.\n',
    daysAgo: 3,
    of: { process: 2, place: 2, document: 0, status: 'received' },
  },
]

const fileId = (i: number) => seedId(122, i + 1)
const documentId = (place: number, i: number) => seedId(123, place * 20 + i + 1)
const bytesOf = ({ words, type }: Paper) => Buffer.from(type === 'text/csv' ? `\u{FEFF}${words}` : words)

/** Lineages of the demo documents, which their copies in later editions share. */
export const demoDocumentLineages = stageRequests.flatMap(({ place, documents }) =>
  documents.map((_, i) => documentId(place, i)),
)

/** Stages that request a form. */
export const demoStageForms = (stages: readonly ProcessStage[]) =>
  stageRequests.flatMap(({ place, form }) => (form ? [{ stage: stages[place]!.id, form: demoFormId(form) }] : []))

/** Personal link of a form that the demo client submitted in the first stage. */
export const demoStageFormLink = (now: Date) => ({
  form_id: demoFormId('intake'),
  contact_id: demoContactId('itay'),
  token_hash: createHash('sha256').update('intake of the demo client').digest('hex'),
  is_single_use: true,
  created_at: ago(now, 43),
  used_at: ago(now, 42),
  stage_instance_id: demoInstanceId(0, 0),
})

/** Stages belong to the installation: these rows have no is_demo, and are removed by lineage. */
export const demoStageDocuments = (stages: readonly ProcessStage[]) =>
  stageRequests.flatMap(({ place, documents }) =>
    documents.map(({ name, hint }, i) => ({
      id: documentId(place, i),
      stage_id: stages[place]!.id,
      lineage: documentId(place, i),
      position: i + 1,
      name,
      hint,
    })),
  )

export const demoFiles = (team: DemoTeam, now: Date) =>
  papers.map((paper, i) => ({
    id: fileId(i),
    contact_id: demoContactId(paper.contact),
    name: paper.name,
    mime_type: paper.type,
    size_bytes: bytesOf(paper).length,
    uploaded_by: team[paper.by],
    shared_with: paper.signature === 'signed' ? 'client' : 'household',
    created_at: ago(now, paper.daysAgo),
    stored_at: ago(now, paper.daysAgo),
  }))

/** Contents of the files to be stored. */
export const demoFileContents = () =>
  papers.map((paper, i) => ({ id: fileId(i), type: paper.type, bytes: bytesOf(paper) }))

export const demoStageDocumentFiles = (team: DemoTeam, now: Date) =>
  papers.flatMap(({ of, daysAgo }, i) =>
    of
      ? [
          {
            file_id: fileId(i),
            stage_instance_id: demoInstanceId(of.process, of.place),
            stage_document_id: documentId(of.place, of.document),
            status: of.status,
            reason: of.reason ?? null,
            decided_at: of.status === 'received' ? null : ago(now, daysAgo - 1),
            decided_by: of.status === 'received' ? null : team.coach,
          },
        ]
      : [],
  )

export const demoSignatures = (team: DemoTeam, now: Date) =>
  papers.flatMap((paper, i) =>
    paper.signature
      ? [
          {
            file_id: fileId(i),
            contact_id: demoContactId(paper.contact),
            file_name: paper.name,
            sha256: createHash('sha256').update(bytesOf(paper)).digest('hex'),
            requested_by: team.coach,
            requested_at: ago(now, paper.daysAgo),
            ...signatureOf(paper, team, now),
          },
        ]
      : [],
  )

const signatureOf = ({ signature, daysAgo }: Paper, team: DemoTeam, now: Date) => {
  const isSigned = signature === 'signed'
  return {
    signed_at: isSigned ? ago(now, daysAgo - 1) : null,
    signed_name: isSigned ? 'איתי לדוגמה' : null,
    signed_by: isSigned ? team.client : null,
    signed_account: isSigned ? demoUsers.find(({ role }) => role === 'client')!.email : null,
  }
}
