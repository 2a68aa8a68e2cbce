// Publishing: the changes, and their effect on current runs.
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  type Move,
  usePublishAutomation,
  usePublished,
  type ShownAutomation,
} from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { type Names, outline } from '#features/automations/describe.ts'
import { count } from '#lib/hebrew/count.ts'
import { lineDiff } from '#lib/line-diff.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { automation: ShownAutomation; inside: number; names: Names; open: boolean; onClose: () => void }

export function PublishDialog({ automation, inside, names, open, onClose }: Props) {
  const { id, version, definition, current_version: current } = automation
  const { data: published } = usePublished(id, current)
  const publishing = usePublishAutomation()
  const [move, setMove] = useState<Move>('stay')
  const publish = () =>
    publishing.mutate(
      { id, version, move },
      {
        onSuccess: ({ stayed }) => {
          toast.success(stayed > 0 ? `פורסם. ${stayIn(stayed)}` : 'פורסם')
          onClose()
        },
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'לא פורסם' }),
      },
    )
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={current ? 'פרסום גרסה חדשה' : 'פרסום והפעלה'}
      text={current ? 'מה שמסומן השתנה מאז הגרסה הקודמת.' : 'מרגע הפרסום האוטומציה פועלת. מה שקרה קודם לא מתחיל אותה.'}
    >
      <DialogBody>
        <div className="automation__form">
          <Diff before={published ? outline(published.definition, names) : ''} after={outline(definition, names)} />
          {inside > 0 && (
            <SelectField
              name="move"
              label={count(inside, {
                one: 'איש קשר אחד נמצא בתוכה עכשיו. מה קורה איתו?',
                two: 'שני אנשי קשר נמצאים בתוכה עכשיו. מה קורה איתם?',
                other: '# אנשי קשר נמצאים בתוכה עכשיו. מה קורה איתם?',
              })}
              value={move}
              onChange={({ target }) => setMove(target.value as Move)}
            >
              <option value="stay">ממשיכים בגרסה שבה נכנסו</option>
              <option value="move">עוברים לגרסה החדשה, מאותו צעד</option>
              <option value="end">יוצאים עכשיו</option>
            </SelectField>
          )}
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="primary" busy={publishing.isPending} onClick={publish}>
          פרסום
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const stayIn = (runs: number) =>
  count(runs, {
    one: 'איש קשר אחד ממשיך בגרסה הקודמת.',
    two: 'שני אנשי קשר ממשיכים בגרסה הקודמת.',
    other: '# אנשי קשר ממשיכים בגרסה הקודמת.',
  })

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

const Diff = ({ before, after }: { before: string; after: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
  <section className="automation__diff" aria-label="מה משתנה" tabIndex={0}>
    {(before ? lineDiff(before, after) : after.split('\n').map((line) => ({ what: 'same' as const, line }))).map(
      ({ what, line }, i) => {
        const Tag = tags[what]
        // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own
        return <Tag key={i}>{line}</Tag>
      },
    )}
  </section>
)
