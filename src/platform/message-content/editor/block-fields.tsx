import { imageUrl } from '#platform/images/images.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { TextField } from '#ui/forms/field.tsx'
import type { MessageBlock } from '../message-blocks.ts'
import { AddressField } from './address-field.tsx'
import { MergeTextField } from './merge-text-field.tsx'
import { PictureButton } from './picture-button.tsx'

type Props = {
  block: MessageBlock
  i: number
  fields: readonly MergeField[]
  isFixed: boolean
  onChange: (block: MessageBlock) => void
}

export function BlockFields({ block, i, fields, isFixed, onChange }: Props) {
  switch (block.kind) {
    case 'heading':
      return (
        <MergeTextField
          name={`heading-${i}`}
          label="הכותרת"
          fields={fields}
          isFixed={isFixed}
          maxLength={160}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      )
    case 'text':
    case 'quote':
      return (
        <MergeTextField
          // Keyed by kind: another kind of block at the same index needs another editor.
          key={block.kind}
          name={`text-${i}`}
          label={block.kind === 'text' ? 'הטקסט' : 'הציטוט'}
          format={block.kind === 'text' ? 'rich' : 'plain'}
          isMultiline
          allowsLinks={block.kind === 'text'}
          fields={fields}
          isFixed={isFixed}
          maxLength={block.kind === 'text' ? 6000 : 600}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      )
    case 'button':
      return (
        <>
          <MergeTextField
            name={`words-${i}`}
            label="המילים שעל הכפתור"
            fields={fields}
            isFixed={isFixed}
            maxLength={60}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
          <AddressField
            name={`to-${i}`}
            fields={fields}
            value={block.to}
            onChange={(to) => onChange({ ...block, to })}
          />
        </>
      )
    case 'picture':
      return (
        <>
          <div className="blocks-editor__picture">
            <img src={imageUrl(block.picture, { width: 480 })} alt="" />
            <PictureButton words="החלפת התמונה" onAdded={(picture) => onChange({ ...block, picture })} />
          </div>
          <TextField
            name={`alt-${i}`}
            label="תיאור התמונה"
            hint="למי שלא רואים אותה, ולתיבות דואר שמסתירות תמונות"
            maxLength={200}
            autoComplete="off"
            value={block.alt}
            onChange={({ target }) => onChange({ ...block, alt: target.value })}
          />
          <AddressField
            name={`to-${i}`}
            fields={fields}
            value={block.to}
            onChange={(to) => onChange({ ...block, to })}
          />
        </>
      )
    case 'article':
      return (
        <>
          <MergeTextField
            name={`title-${i}`}
            label="כותרת המאמר"
            fields={fields}
            isFixed={isFixed}
            maxLength={160}
            value={block.title}
            onChange={(title) => onChange({ ...block, title })}
          />
          <MergeTextField
            name={`about-${i}`}
            label="כמה מילים"
            optional="(לא חובה)"
            isMultiline
            allowsLinks={false}
            fields={fields}
            isFixed={isFixed}
            maxLength={400}
            value={block.text}
            onChange={(text) => onChange({ ...block, text })}
          />
        </>
      )
    case 'line':
      return null
  }
}
