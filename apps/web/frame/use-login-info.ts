import { loginInfo } from '@bolsillo/identity/contract'
import { useCall, useKit, useSession } from '@bolsillo/web-kit'
import { useEffect } from 'react'

/** Loads who is signed in and remembers it; a customer disabled meanwhile is signed out by it (the specification's rule). */
export function useLoginInfo() {
  const kit = useKit()
  const { token } = useSession()
  const info = useCall(loginInfo, {}, { enabled: token !== '', freshMs: 0 })
  useEffect(() => {
    if (info.data === undefined) return
    if (info.data.user.status === 0 && !info.data.restricted) kit.session.clear()
    else kit.session.remember(info.data.user)
  }, [info.data, kit])
  return info
}
