export type Answer = { contact_id: string; happened_at: string }
type Asked = { contact_id: string; created_at: string }

/** One request per person, the newest, for those with whom nobody has done anything since. */
export function unanswered<Request extends Asked>(requests: readonly Request[], answers: readonly Answer[]): Request[] {
  const open = requests.filter(
    (request) =>
      !answers.some(
        ({ contact_id, happened_at }) =>
          contact_id === request.contact_id && Date.parse(happened_at) > Date.parse(request.created_at),
      ),
  )
  return open.filter((request, at) => open.findIndex(({ contact_id }) => contact_id === request.contact_id) === at)
}
