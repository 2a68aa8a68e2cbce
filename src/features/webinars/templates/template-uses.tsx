import { useState } from 'react'
import { Link } from 'react-router'
import { Block, BlockText } from '#ui/block.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedTemplateStep } from './failed-template-step.ts'
import { fieldLabels } from './webinar-template.ts'
import { useTemplateUses, useUpdateWebinarsOfTemplate, type WebinarTemplateRow } from './webinar-templates.data.ts'

const named = (fields: readonly string[]) => fields.map((field) => fieldLabels[field] ?? field).join(', ')

/** Webinars of a template, each with the fields that an update would write, and the changed ones that it would skip. */
export function TemplateUses({ template: { id, number } }: { template: WebinarTemplateRow }) {
  const { data: uses } = useTemplateUses(id)
  const update = useUpdateWebinarsOfTemplate()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const due = uses?.filter(({ number: used }) => used < number) ?? []
  const selected = due.filter(({ webinar_id: one }) => !left.has(one)).map(({ webinar_id: one }) => one)
  return (
    <Block title="הדרכות מהתבנית">
      {uses?.length === 0 && <BlockText>עוד לא נוצרו הדרכות מהתבנית.</BlockText>}
      <ul className="template-rows">
        {uses?.map(({ webinar_id: webinar, title, number: used, updates, keeps }) => (
          <li key={webinar}>
            <div>
              <Link to={`/admin/webinars/${webinar}`}>{title}</Link>
              {used < number && (
                <>
                  <small>{updates.length > 0 ? `יתעדכנו: ${named(updates)}` : 'אין מה לעדכן'}</small>
                  {keeps.length > 0 && <small>{`שונו בהדרכה, ונשארים: ${named(keeps)}`}</small>}
                </>
              )}
            </div>
            {used < number ? (
              <label className="template-uses__choice">
                <input
                  type="checkbox"
                  checked={!left.has(webinar)}
                  onChange={({ target }) =>
                    setLeft((before) => {
                      const next = new Set(before)
                      if (target.checked) next.delete(webinar)
                      else next.add(webinar)
                      return next
                    })
                  }
                />
                {`גרסה ${used}`}
              </label>
            ) : (
              <Badge kind="outline">מעודכנת</Badge>
            )}
          </li>
        ))}
      </ul>
      {due.length > 0 && (
        <Button
          busy={update.isPending}
          disabled={selected.length === 0}
          onClick={() =>
            update.mutate(
              { template: id, webinars: selected },
              {
                onSuccess: (done) => void toast.success(`ההדרכות עודכנו לגרסה ${number}: ${done.length}`),
                onError: failedTemplateStep,
              },
            )
          }
        >
          {`עדכון לגרסה ${number}`}
        </Button>
      )}
    </Block>
  )
}
