// Settings of a post: checks, cover, category, author, tags and slug.
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { useFeaturePost } from '#features/blog/editing.data.ts'
import { useSubjects } from '#features/blog/subjects.data.ts'
import type { StoredImage } from '#platform/images/images.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CoverField } from '#features/blog/screens/cover-field.tsx'
import { PostChecks } from '../post-editor/post-checks-list.tsx'
import { SlugDialog } from '#features/blog/screens/slug-dialog.tsx'
import { CategoriesDialog } from '#features/blog/screens/categories-dialog.tsx'
import type { PostEditing } from '#features/blog/screens/use-post-editing.ts'

export function PostPanel({ editing, cover }: { editing: PostEditing; cover: StoredImage | null }) {
  const { written, change, state } = editing
  const [openDialog, setOpenDialog] = useState<'slug' | 'categories' | 'authors'>()
  return (
    <aside className="post-panel" aria-label="פרטי המאמר">
      <Block title="לפני הפרסום">
        <PostChecks written={written} />
      </Block>
      <Block title="שער">
        <CoverField written={written} cover={cover} onChange={change} />
      </Block>
      <Block title="נושא וכותבים">
        <CategoryField
          kind="categories"
          value={written.category_id}
          onChange={(category_id) => change({ category_id })}
          onManage={() => setOpenDialog('categories')}
        />
        <CategoryField
          kind="authors"
          value={written.author_id}
          onChange={(author_id) => change({ author_id })}
          onManage={() => setOpenDialog('authors')}
        />
        <TagsField tags={written.tags} onChange={(tags) => change({ tags })} />
        <FeaturedSwitch editing={editing} />
      </Block>
      <Block
        title="כתובת"
        action={
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label="שינוי הכתובת"
            icon={<Icon of={Pencil} />}
            onClick={() => setOpenDialog('slug')}
          />
        }
      >
        <p className="post-panel__address">
          <bdi dir="ltr">/blog/</bdi>
          <bdi>{state.slug}</bdi>
        </p>
      </Block>
      {openDialog === 'slug' && <SlugDialog editing={editing} onClose={() => setOpenDialog(undefined)} />}
      {(openDialog === 'categories' || openDialog === 'authors') && (
        <CategoriesDialog kind={openDialog} onClose={() => setOpenDialog(undefined)} />
      )}
    </aside>
  )
}

const labels = {
  categories: { label: 'נושא', none: 'בלי נושא', manage: 'עריכת הנושאים' },
  authors: { label: 'מאת', none: 'העסק', manage: 'עריכת הכותבים' },
}

function CategoryField({
  kind,
  value,
  onChange,
  onManage,
}: {
  kind: keyof typeof labels
  value: string | null
  onChange: (id: string | null) => void
  onManage: () => void
}) {
  const { data = [] } = useSubjects(kind)
  return (
    <div className="post-panel__subject">
      <SelectField
        name={kind}
        label={labels[kind].label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">{labels[kind].none}</option>
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button look="link" size="sm" onClick={onManage}>
        {labels[kind].manage}
      </Button>
    </div>
  )
}

/** Holds the raw input; each comma ends a tag. */
function TagsField({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState(() => tags.join(', '))
  return (
    <TextField
      name="tags"
      label="תגיות"
      optional="(לא חובה)"
      hint="עד עשר, עם פסיק ביניהן"
      value={typed}
      dir="auto"
      onChange={(event) => {
        setTyped(event.target.value)
        const parts = event.target.value.split(',').map((tag) => tag.trim().slice(0, 40))
        onChange([...new Set(parts.filter(Boolean))].slice(0, 10))
      }}
    />
  )
}

function FeaturedSwitch({ editing }: { editing: PostEditing }) {
  const feature = useFeaturePost()
  const { featured } = editing.state

  async function turn() {
    // This write increments the version, so pending edits are saved first.
    if (!(await editing.save())) return
    try {
      const version = await feature.mutateAsync({ id: editing.state.id, featured: !featured })
      editing.note({ featured: !featured, version })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }

  return <Switch label="ראשון ברשימת המאמרים" checked={featured} onChange={() => void turn()} />
}
