import './tags.css'
import { Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Popover } from '#ui/layers/popover.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { type ShownTag, useAddTag, useTags } from './tags.data.ts'
import { refusals, tagNameLimit } from './tags.ts'
import { matchTag } from './match-tag.ts'

type Props = {
  /** Ids of the selected tags. */
  chosen: readonly string[]
  onChoose: (tag: ShownTag, isOn: boolean) => void
  /** Whether an unknown name may be added as a tag. A filter offers existing tags only. */
  canAdd?: boolean
  /** Opens the tag manager, for users who may rename and delete tags. */
  onEditAll?: () => void
}

/** Multi-select of tags behind a button. Changes apply immediately; the list stays open. */
export function TagPicker({ trigger, ...list }: Props & { trigger: ReactElement }) {
  return (
    <Popover trigger={trigger} label="תגיות" align="start">
      <TagList {...list} />
    </Popover>
  )
}

/** The list alone, for a dialog or panel that is already open. */
export function TagList({ chosen, onChoose, canAdd = true, onEditAll }: Props) {
  const [words, setWords] = useState('')
  const { data: tags, isPending, error, refetch } = useTags()
  const add = useAddTag()
  const { fitting, newName } = matchTag(tags ?? [], words, canAdd && tags !== undefined)
  const isNew = newName !== undefined
  const [addedId, setAddedId] = useState<string>()

  const toggle = (tag: ShownTag) => onChoose(tag, !chosen.includes(tag.id))
  const create = () =>
    isNew &&
    !add.isPending &&
    add.mutate(newName, {
      onSuccess: (tag) => {
        setWords((now) => (now === words ? '' : now))
        setAddedId(tag.id)
        onChoose(tag, true)
      },
    })

  function take(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !words.trim()) return
    event.preventDefault()
    if (event.repeat) return
    // A typed name is taken literally, even if a longer tag begins with it.
    if (isNew) create()
    else if (fitting[0]) toggle(fitting[0])
  }

  return (
    <div className="tag-list">
      <input
        className="input"
        aria-label={canAdd ? 'חיפוש תגית או תגית חדשה' : 'חיפוש תגית'}
        placeholder={canAdd ? 'חיפוש או תגית חדשה' : 'חיפוש תגית'}
        dir="auto"
        autoComplete="off"
        maxLength={tagNameLimit}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={take}
      />
      {add.error && <ErrorText>{refusalText(add.error, refusals)}</ErrorText>}
      {isPending && <Loading />}
      {error && !tags && (
        <Button size="sm" onClick={() => void refetch()}>
          התגיות לא נטענו. ניסיון נוסף
        </Button>
      )}
      {tags?.length === 0 && !isNew && (
        <p className="tag-list__none">אין עדיין תגיות. כתבו מילה כדי ליצור את הראשונה</p>
      )}
      {tags && tags.length > 0 && fitting.length === 0 && !isNew && <p className="tag-list__none">אין תגית כזאת</p>}
      <ul>
        {fitting.map((tag) => (
          <li key={tag.id} ref={tag.id === addedId ? comeIntoView : undefined}>
            <label className="check">
              <input type="checkbox" checked={chosen.includes(tag.id)} onChange={() => toggle(tag)} />
              <span>
                <StageDot color={tag.color} />
                <bdi>{tag.name}</bdi>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isNew && (
        <Button look="ghost" size="sm" block icon={<Icon of={Plus} />} busy={add.isPending} onClick={create}>
          <span>
            יצירת <bdi>״{newName}״</bdi>
          </span>
        </Button>
      )}
      {onEditAll && (
        <Button look="ghost" size="sm" block icon={<Icon of={Pencil} />} onClick={onEditAll}>
          עריכת התגיות
        </Button>
      )}
    </div>
  )
}

/** A new tag is in alphabetical order, possibly below the visible part of the list. */
const comeIntoView = (row: HTMLLIElement | null) => row?.scrollIntoView({ block: 'nearest' })
