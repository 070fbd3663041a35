/** Where notices are. A customer's have the practice codes as a tab; a visitor has only the codes. */
export function noticesPath(signedIn: boolean): string {
  return signedIn ? '/pages/user/happenings' : '/pages/practice/inbox'
}
