import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { findPosts } from '#features/blog/blog.data.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import type { ArticleBlock } from '#platform/message-content/editor/blocks-editor.tsx'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { Picker } from '#ui/forms/picker.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'

type Props = { onChoose: (block: ArticleBlock) => void; onClose: () => void }

/** Selects a published blog post. Its card is copied into the message. */
export function ArticleDialog({ onChoose, onClose }: Props) {
  const backend = useBackend()
  const [query, setQuery] = useState('')
  const searchText = useDebounced(query.trim())
  const { data: posts = [], isFetching } = useQuery({
    queryKey: ['posts', 'for mail', searchText],
    queryFn: async () => (await findPosts(backend, { query: searchText }, { skipped: 0, wanted: 8 })).posts,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="מאמר מהבלוג"
      text="כותרת, תקציר ותמונה ייכנסו להודעה."
    >
      <DialogBody>
        <Picker
          label="מאמר"
          name="post"
          items={posts.map(({ id, title }) => ({ id, text: title }))}
          value={null}
          onQuery={setQuery}
          empty={isFetching ? 'מחפשים' : 'אין מאמר מפורסם כזה'}
          placeholder="מילה מהכותרת"
          onChange={(item) => {
            const post = posts.find(({ id }) => id === item?.id)
            if (!post) return
            onChoose(blockOf(post))
            onClose()
          }}
        />
      </DialogBody>
    </Dialog>
  )
}

const blockOf = ({ title, excerpt, slug, cover }: ListedPost): ArticleBlock => ({
  kind: 'article',
  title: title.slice(0, 160),
  text: excerpt.slice(0, 400),
  to: `/blog/${slug}`,
  picture: cover && { id: cover.id, format: cover.format, width: cover.width, height: cover.height },
})
