/** Text with search matches highlighted. */
export function Marked({ text, query }: { text: string; query: string }) {
  const terms = query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => RegExp.escape(word))
  if (terms.length === 0) return <bdi>{text}</bdi>
  const parts = text.split(new RegExp(`(${terms.join('|')})`, 'giu'))
  return (
    <bdi>
      {parts.map((part, index) => {
        const key = `${index}${part}`
        return index % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
      })}
    </bdi>
  )
}
