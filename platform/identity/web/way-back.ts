const home = '/pages/tabbar/home'

/** Where to go after signing in: a page of ours, never another site's, and never a page that leads here again. */
export function backPath(back: string | null): string {
  if (back === null || !/^\/pages\/[A-Za-z]/.test(back)) return home
  return /^\/pages\/(?:account\/|common\/(?:login|start))/.test(back) ? home : back
}
