// Form structure: pages with their questions, and endings.
import { ArrowDown, ArrowUp, ChevronDown, EllipsisVertical, FilePlus, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Page } from '#platform/forms/definition/definition-schema.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SavingTarget } from '../saving-targets.ts'
import { conditionSentence } from './condition-sentence.ts'
import { type DraftEdit, fieldsOfPage } from './draft-edits.ts'
import { EndingSettings } from './ending-settings.tsx'
import { FieldRow } from './field-row.tsx'
import { type FormDraft, newKey } from './form-draft.ts'
import { FormHead } from './form-head.tsx'
import { PageSettings } from './page-settings.tsx'
import { useRowDrag } from './use-row-drag.ts'

type Props = {
  draft: FormDraft
  custom: readonly SavingTarget[]
  faulty: ReadonlySet<string>
  /** Key of the expanded part. */
  open: string | null
  onOpen: (key: string | null) => void
  onEdit: (edit: DraftEdit) => void
  onAdd: (place: { page: string; after?: string }) => void
}

export function PageList({ draft, custom, faulty, open, onOpen, onEdit, onAdd }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(list, (key, { page, before }) => onEdit({ do: 'place', key, page, before }))
  const rows = { draft, custom, drag, onOpen, onEdit }
  return (
    <div ref={list} className="builder__list">
      <Section title="כותרת והגדרות" id="form" open={open} onOpen={onOpen}>
        <FormHead draft={draft} onChange={(change, at) => onEdit({ do: 'form', change, at })} />
      </Section>
      {draft.pages.map((page, i) => (
        <section key={page.key} className="builder__page" data-page={page.key} aria-label={`עמוד ${i + 1}`}>
          <PageHead
            page={page}
            number={i + 1}
            draft={draft}
            isOpen={open === page.key}
            onOpen={onOpen}
            onEdit={onEdit}
          />
          {open === page.key && (
            <PageSettings
              page={page}
              draft={draft}
              onChange={(change) => onEdit({ do: 'page', key: page.key, change })}
            />
          )}
          <ol className="builder__rows">
            {fieldsOfPage(page).map((field) => (
              <FieldRow
                key={field.key}
                {...rows}
                field={field}
                isOpen={open === field.key}
                isFaulty={faulty.has(field.key)}
                onAddAfter={(after) => onAdd({ page: page.key, after })}
              />
            ))}
          </ol>
          {drag.place?.page === page.key && drag.place.before === null && <div className="builder__end" />}
          <Button size="sm" look="soft" icon={<Icon of={Plus} />} onClick={() => onAdd({ page: page.key })}>
            הוספת שאלה
          </Button>
        </section>
      ))}
      <Button
        icon={<Icon of={FilePlus} />}
        onClick={() => {
          const key = newKey('page')
          onEdit({ do: 'addPage', page: { key, groups: [{ key: newKey('group'), fields: [] }], jumps: [] } })
          onOpen(key)
        }}
      >
        הוספת עמוד
      </Button>
      <Section
        title={draft.endings.length === 1 ? 'אחרי השליחה' : `אחרי השליחה: ${draft.endings.length} סיומים`}
        id="endings"
        open={open}
        onOpen={onOpen}
      >
        <EndingSettings draft={draft} onChange={(endings, at) => onEdit({ do: 'form', change: { endings }, at })} />
      </Section>
    </div>
  )
}

type SectionProps = { title: string; id: string; open: string | null; onOpen: (key: string | null) => void; children: ReactNode } // prettier-ignore

function Section({ title, id, open, onOpen, children }: SectionProps) {
  const isOpen = open === id
  return (
    <section className="builder__row" data-open={isOpen} aria-label={title}>
      <div className="builder__head">
        <button
          type="button"
          className="builder__open"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : id)}
        >
          <span>
            <b>{title}</b>
          </span>
          <Icon of={ChevronDown} className="builder__chevron" />
        </button>
      </div>
      {isOpen && children}
    </section>
  )
}

type HeadProps = {
  page: Page
  number: number
  draft: FormDraft
  isOpen: boolean
  onOpen: (key: string | null) => void
  onEdit: (edit: DraftEdit) => void
}

function PageHead({ page, number, draft, isOpen, onOpen, onEdit }: HeadProps) {
  const sentence = conditionSentence(page.showIf, draft)
  const notes = [
    sentence && `מוצג אם ${sentence}`,
    page.jumps.length > 0 && (page.jumps.length === 1 ? 'דילוג אחד' : `${page.jumps.length} דילוגים`),
  ].filter(Boolean)
  return (
    <div className="builder__head">
      <button
        type="button"
        className="builder__open"
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : page.key)}
      >
        <span>
          <b>
            עמוד {number}
            {page.title && (
              <>
                : <bdi>{page.title}</bdi>
              </>
            )}
          </b>
          {notes.length > 0 && <small>{notes.join(' · ')}</small>}
        </span>
        <Icon of={ChevronDown} className="builder__chevron" />
      </button>
      {draft.pages.length > 1 && (
        <Menu
          align="end"
          trigger={
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`פעולות: עמוד ${number}`}
              icon={<Icon of={EllipsisVertical} />}
            />
          }
        >
          <MenuItem
            icon={ArrowUp}
            disabled={number === 1}
            onSelect={() => onEdit({ do: 'movePage', key: page.key, by: -1 })}
          >
            למעלה
          </MenuItem>
          <MenuItem
            icon={ArrowDown}
            disabled={number === draft.pages.length}
            onSelect={() => onEdit({ do: 'movePage', key: page.key, by: 1 })}
          >
            למטה
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onEdit({ do: 'removePage', key: page.key })}>
            הסרת העמוד ושאלותיו
          </MenuItem>
        </Menu>
      )}
    </div>
  )
}
