import { useSession } from '@bolsillo/web-kit'
import { type FilePurpose, purposeViewers } from '../domain/file-rules.ts'

/** Whether the signed-in operator has a role that may look at pictures of a purpose. The server checks it anyway. */
export function useMayLook(purpose: FilePurpose): boolean {
  const own = useSession().user?.roles ?? []
  return purposeViewers[purpose].some((role) => own.includes(role))
}
