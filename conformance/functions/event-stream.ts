/** Sends the requested number of events, with backpressure. */
export default (request: Request) => {
  let remaining = Number(new URL(request.url).searchParams.get('times') ?? 3)
  const text = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    pull(out) {
      if (remaining-- > 0) out.enqueue(text.encode(`data: ${remaining}\n\n`))
      else out.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}
