/** The console's own words. */
export const messages = {
  title: 'Bolsillo · Consola',
  sections: 'Secciones',
  signOut: 'Salir',
  logged: 'Todo lo que abres queda en el diario.',
  language: 'Idioma',
  ended: 'Tu sesión terminó.',
}

export type Messages = typeof messages
