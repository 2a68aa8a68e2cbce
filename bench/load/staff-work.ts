// The typical requests of a member of staff: a list, the day, and a new task.
import type { Request } from './requests.ts'

type Staff = { token: string; key: string; more?: Record<string, string> }

export function staffWork({ token, key, more }: Staff) {
  const headers = { apikey: key, authorization: `Bearer ${token}`, ...more }
  const call = (path: string, body: object): Request => ({ method: 'POST', path: `/rest/v1/${path}`, headers, body })
  return {
    list: () =>
      call('rpc/list_contacts?select=id,full_name,lifecycle,last_activity_at,points:contact_points(kind,value_norm)', {
        filter: { groups: [], words: '' },
        sort: '-activity',
        skip: 0,
        at_most: 100,
      }),
    today: () => call('rpc/today', {}),
    /** The id makes a retry idempotent: it is refused with 409. */
    addTask: (id: string) => call('tasks', { id, name: `task ${id}` }),
  }
}
