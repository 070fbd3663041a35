import type { Language } from '@bolsillo/server-kit'

type Words = Readonly<Record<Language, string>>

const said = (es: string, en: string, pt: string): Words => ({ 'es-ES': es, 'en-US': en, 'pt-BR': pt })

/** What each call of staff is for, as customers read it in the list of powers. A call without words is a red test. */
export const powerWords: Readonly<Record<string, Words>> = {
  'operator-info': said(
    'Ver quién es uno mismo en la consola',
    'See who they are at the console',
    'Ver quem é na consola',
  ),
  'operator-sign-out': said('Cerrar su propia sesión', 'End their own session', 'Encerrar a própria sessão'),
  'operator-practice-inbox': said(
    'Ver que salieron mensajes de práctica, nunca lo que dicen; queda en tu registro',
    'See that practice messages went out, never what they say; it is recorded in your log',
    'Ver que saíram mensagens de prática, nunca o que dizem; fica no seu registro',
  ),
  'list-audit': said(
    'Leer el diario de actos, sin nombrar clientes; los tuyos solo con un caso abierto, y queda en tu registro',
    'Read the journal of acts without customers named; yours only for an open case, and it is recorded in your log',
    'Ler o diário de atos, sem nomear clientes; os seus só com um caso aberto, e fica no seu registro',
  ),
  'list-work': said(
    'Ver cuánto espera en sus colas',
    'See how much waits in their queues',
    'Ver quanto espera em suas filas',
  ),
  'list-powers': said('Leer esta lista', 'Read this list', 'Ler esta lista'),
  'list-approvals': said(
    'Ver qué propuestas esperan a una segunda persona',
    'See which proposals wait for a second person',
    'Ver quais propostas esperam uma segunda pessoa',
  ),
  'read-approval': said(
    'Ver una propuesta; la consulta queda en tu registro',
    'See one proposal; the view is recorded in your log',
    'Ver uma proposta; a consulta fica no seu registro',
  ),
  'decide-approval': said(
    'Aprobar o rechazar lo que otra persona propuso',
    'Approve or refuse what somebody else proposed',
    'Aprovar ou recusar o que outra pessoa propôs',
  ),
  'withdraw-approval': said(
    'Retirar una propuesta propia',
    'Take back a proposal of their own',
    'Retirar uma proposta própria',
  ),
  'propose-look': said(
    'Proponer ver a un cliente sin caso abierto; lo decide otra persona y queda en tu registro',
    'Propose a look at a customer without an open case; another person decides, and it is recorded in your log',
    'Propor ver um cliente sem caso aberto; outra pessoa decide e fica no seu registro',
  ),
  'find-customer': said(
    'Buscar a un cliente por su número, con datos ocultos en parte y un caso abierto; queda en tu registro',
    'Find a customer by number, partly masked, for an open case; it is recorded in your log',
    'Buscar um cliente pelo número, com dados em parte ocultos e um caso aberto; fica no seu registro',
  ),
  'list-restricted': said(
    'Ver qué clientes están restringidos',
    'See which customers are restricted',
    'Ver quais clientes estão restritos',
  ),
  'propose-restriction': said(
    'Proponer restringir a un cliente',
    'Propose to restrict a customer',
    'Propor restringir um cliente',
  ),
  'propose-freeing': said('Proponer liberar a un cliente', 'Propose to free a customer', 'Propor liberar um cliente'),
  'list-settings': said('Ver los ajustes', 'See the settings', 'Ver os ajustes'),
  'list-setting-history': said(
    'Ver cada cambio de un ajuste',
    'See every change of a setting',
    'Ver cada mudança de um ajuste',
  ),
  'propose-setting': said(
    'Proponer el cambio de un ajuste, con la fecha en que empieza',
    'Propose to change a setting, with the date it begins',
    'Propor a mudança de um ajuste, com a data em que começa',
  ),
  'list-pauses': said('Ver qué está en pausa', 'See what is paused', 'Ver o que está em pausa'),
  'propose-pause': said(
    'Proponer una pausa de emergencia',
    'Propose a pause in an emergency',
    'Propor uma pausa de emergência',
  ),
  'propose-resume': said('Proponer terminar una pausa', 'Propose to end a pause', 'Propor terminar uma pausa'),
  'view-file': said(
    'Ver una foto que subiste, con marca de agua y un caso; queda en tu registro',
    'See a picture you uploaded, watermarked, for a case; it is recorded in your log',
    'Ver uma foto que você enviou, com marca d’água e um caso; fica no seu registro',
  ),
  'list-identity-cases': said(
    'Ver qué identidades esperan revisión',
    'See which identities wait for review',
    'Ver quais identidades esperam análise',
  ),
  'read-identity-case': said(
    'Ver los datos de una identidad en revisión; queda en tu registro',
    'See the details of an identity under review; it is recorded in your log',
    'Ver os dados de uma identidade em análise; fica no seu registro',
  ),
  'verify-identity': said('Verificar una identidad', 'Verify an identity', 'Verificar uma identidade'),
  'refuse-identity': said(
    'Rechazar datos de una identidad, con el motivo de cada uno',
    'Refuse details of an identity, each with its reason',
    'Recusar dados de uma identidade, com o motivo de cada um',
  ),
  'read-reconciliation': said(
    'Comparar los estados de los bancos con los libros',
    'Compare the statements of banks with the books',
    'Comparar os extratos dos bancos com os livros',
  ),
  'list-manual-transfers': said(
    'Ver las transferencias que se pagan a mano',
    'See the transfers that are paid by hand',
    'Ver as transferências pagas à mão',
  ),
  'read-manual-transfer': said(
    'Ver una transferencia que se paga a mano; queda en tu registro',
    'See one transfer that is paid by hand; it is recorded in your log',
    'Ver uma transferência paga à mão; fica no seu registro',
  ),
  'propose-transfer-end': said(
    'Proponer que una transferencia a mano se pagó o falló',
    'Propose that a transfer by hand was paid or failed',
    'Propor que uma transferência à mão foi paga ou falhou',
  ),
  'import-bank-statement': said(
    'Importar un estado de cuenta del banco; quien lo hace no propone ni decide abonos de él',
    'Import a statement of the bank; whoever does it neither proposes nor decides credits from it',
    'Importar um extrato do banco; quem o faz não propõe nem decide créditos dele',
  ),
  'list-bank-statements': said(
    'Ver los estados de cuenta importados',
    'See the statements that were imported',
    'Ver os extratos importados',
  ),
  'list-statement-lines': said(
    'Ver las líneas de un estado de cuenta',
    'See the lines of a statement',
    'Ver as linhas de um extrato',
  ),
  'make-practice-statement': said(
    'Pedir al banco de práctica su estado de cuenta',
    'Ask the practice bank for its statement',
    'Pedir ao banco de prática o seu extrato',
  ),
  'list-stuck-payouts': said(
    'Ver los pagos detenidos, sin datos personales',
    'See the payments that are stuck, without personal data',
    'Ver os pagamentos parados, sem dados pessoais',
  ),
  'propose-stuck-payout-end': said(
    'Proponer cómo termina un pago detenido, después de preguntar al canal',
    'Propose how a payment that is stuck ends, after the rail was asked',
    'Propor como termina um pagamento parado, depois de consultar o canal',
  ),
  'propose-payment-return': said(
    'Proponer que un pago confirmado volvió del banco',
    'Propose that a confirmed payment came back from the bank',
    'Propor que um pagamento confirmado voltou do banco',
  ),
  'propose-trouble-end': said(
    'Proponer cerrar sin efecto lo que un proveedor avisó y no se puede registrar',
    'Propose to end without effect what a provider told and cannot be booked',
    'Propor encerrar sem efeito o que um provedor avisou e não pode ser registrado',
  ),
  'propose-difference-end': said(
    'Proponer aceptar una diferencia ya aclarada con un proveedor',
    'Propose to accept a difference that was cleared up with a provider',
    'Propor aceitar uma diferença já esclarecida com um provedor',
  ),
  'retry-rail-event': said(
    'Volver a intentar lo que un proveedor avisó y no se pudo procesar',
    'Try again what a provider told and could not be handled',
    'Tentar de novo o que um provedor avisou e não pôde ser processado',
  ),
  'list-late-liquidations': said(
    'Ver las liquidaciones que van con atraso',
    'See the liquidations that are late',
    'Ver as liquidações que estão atrasadas',
  ),
  'list-deposit-cases': said(
    'Ver qué depósitos esperan una decisión',
    'See which deposits wait for a decision',
    'Ver quais depósitos esperam uma decisão',
  ),
  'read-deposit-case': said(
    'Ver un depósito que espera una decisión; queda en tu registro',
    'See one deposit that waits for a decision; it is recorded in your log',
    'Ver um depósito que espera uma decisão; fica no seu registro',
  ),
  'read-deposit-claim': said(
    'Ver lo que quedó a deber un depósito que su banco se llevó o un retiro pagado de más',
    'See what is owed of a deposit its bank took back, or of an overpaid withdrawal',
    'Ver o que ficou devendo um depósito que o banco retomou ou um saque pago a mais',
  ),
  'propose-deposit-confirm': said(
    'Proponer que un depósito con comprobante llegó al banco',
    'Propose that a deposit with a proof arrived at the bank',
    'Propor que um depósito com comprovante chegou ao banco',
  ),
  'propose-unmatched-deposit': said(
    'Proponer registrar dinero que llegó sin dueño conocido',
    'Propose to record money that arrived with no known owner',
    'Propor registrar dinheiro que chegou sem dono conhecido',
  ),
  'propose-deposit-match': said(
    'Proponer de quién es un depósito sin dueño conocido',
    'Propose whose a deposit with no known owner is',
    'Propor de quem é um depósito sem dono conhecido',
  ),
  'propose-deposit-return': said(
    'Proponer devolver un depósito a su origen',
    'Propose to send a deposit back to where it came from',
    'Propor devolver um depósito à origem',
  ),
  'propose-deposit-return-elsewhere': said(
    'Proponer devolver un depósito a otra cuenta de quien pagó',
    'Propose to send a deposit to another account of its payer',
    'Propor devolver um depósito a outra conta de quem pagou',
  ),
  'stop-deposit-return-elsewhere': said(
    'Detener una devolución a otra cuenta antes de que salga',
    'Stop a return to another account before it leaves',
    'Parar uma devolução para outra conta antes que saia',
  ),
  'propose-deposit-unclaimed': said(
    'Proponer dejar en reposo un depósito que nadie reclama',
    'Propose to let a deposit rest that nobody claims',
    'Propor deixar em repouso um depósito que ninguém reclama',
  ),
  'propose-deposit-not-arrived': said(
    'Proponer cerrar un depósito del que no hay noticias',
    'Propose to end a deposit nobody has had news of',
    'Propor encerrar um depósito sem notícias',
  ),
  'propose-claim-settlement': said(
    'Proponer saldar lo que quedó a deber un depósito devuelto o un retiro pagado de más',
    'Propose to settle what is owed of a deposit taken back, or of an overpaid withdrawal',
    'Propor quitar o que ficou devendo um depósito retomado ou um saque pago a mais',
  ),
  'refuse-deposit-proof': said(
    'Rechazar un comprobante, con motivo',
    'Refuse a proof, with a reason',
    'Recusar um comprovante, com motivo',
  ),
  'note-over-limit': said(
    'Anotar que se revisó un depósito mayor al límite',
    'Note that a deposit over the limit was looked at',
    'Anotar que um depósito acima do limite foi revisado',
  ),
  'set-channel-password': said(
    'Poner la contraseña de un canal de depósito',
    'Set the password of a deposit channel',
    'Definir a senha de um canal de depósito',
  ),
  'list-withdrawals-queue': said(
    'Ver qué retiros esperan revisión',
    'See which withdrawals wait for review',
    'Ver quais saques esperam análise',
  ),
  'read-withdrawal-case': said(
    'Ver un retiro en revisión; queda en tu registro',
    'See one withdrawal under review; it is recorded in your log',
    'Ver um saque em análise; fica no seu registro',
  ),
  'propose-withdrawal-accept': said('Proponer pagar un retiro', 'Propose to pay a withdrawal', 'Propor pagar um saque'),
  'refuse-withdrawal': said(
    'Rechazar un retiro con motivo; el dinero vuelve a tu cuenta',
    'Refuse a withdrawal with a reason; the money goes back to your account',
    'Recusar um saque com motivo; o dinheiro volta à sua conta',
  ),
  'propose-withdrawal-refusal': said(
    'Proponer rechazar otra vez un retiro tuyo, con motivo y pruebas',
    'Propose to refuse a withdrawal of yours again, with a reason and evidence',
    'Propor recusar de novo um saque seu, com motivo e provas',
  ),
  'hold-withdrawal': said(
    'Detener un retiro por unas horas, con motivo',
    'Hold a withdrawal for some hours, with a reason',
    'Deter um saque por algumas horas, com motivo',
  ),
  'end-withdrawal-hold': said(
    'Terminar la detención de un retiro',
    'End the hold of a withdrawal',
    'Terminar a detenção de um saque',
  ),
  'propose-legal-hold': said(
    'Proponer que una orden legal detenga los retiros de un cliente',
    'Propose that a legal order holds a customer’s withdrawals',
    'Propor que uma ordem legal detenha os saques de um cliente',
  ),
  'end-legal-hold': said('Terminar una detención legal', 'End a legal hold', 'Terminar uma detenção legal'),
  'operator-challenge-factor': said(
    'Pedir la prueba de su propio segundo factor',
    'Ask for the proof of their own second factor',
    'Pedir a prova do próprio segundo fator',
  ),
  'operator-confirm-factor': said(
    'Dar su propio segundo factor',
    'Give their own second factor',
    'Dar o próprio segundo fator',
  ),
  'operator-list-factors': said(
    'Ver sus propios segundos factores',
    'See their own second factors',
    'Ver os próprios segundos fatores',
  ),
  'operator-start-authenticator': said(
    'Empezar a poner su propia app de códigos',
    'Begin to set their own authenticator app',
    'Começar a pôr o próprio app de códigos',
  ),
  'operator-finish-authenticator': said(
    'Terminar de poner su propia app de códigos',
    'Finish setting their own authenticator app',
    'Terminar de pôr o próprio app de códigos',
  ),
  'operator-start-passkey': said(
    'Empezar a poner su propia llave de acceso',
    'Begin to set their own passkey',
    'Começar a pôr a própria chave de acesso',
  ),
  'operator-finish-passkey': said(
    'Terminar de poner su propia llave de acceso',
    'Finish setting their own passkey',
    'Terminar de pôr a própria chave de acesso',
  ),
  'operator-remove-factor': said(
    'Quitar uno de sus propios segundos factores',
    'Remove one of their own second factors',
    'Remover um dos próprios segundos fatores',
  ),
  'operator-rename-passkey': said(
    'Cambiar el nombre de su propia llave de acceso',
    'Rename their own passkey',
    'Mudar o nome da própria chave de acesso',
  ),
  'operator-renew-recovery-codes': said(
    'Hacer nuevos sus propios códigos de recuperación',
    'Renew their own recovery codes',
    'Renovar os próprios códigos de recuperação',
  ),
  'operator-list-sessions': said(
    'Ver dónde tienen abierta la consola',
    'See where they have the console open',
    'Ver onde têm o console aberto',
  ),
  'operator-revoke-session': said(
    'Cerrar una de sus propias sesiones',
    'End one of their own sessions',
    'Encerrar uma das próprias sessões',
  ),
  'list-staff': said(
    'Ver quién trabaja aquí y con qué roles',
    'See who works here and with which roles',
    'Ver quem trabalha aqui e com quais papéis',
  ),
  'propose-staff-invitation': said(
    'Proponer invitar a alguien al personal',
    'Propose to invite somebody to the staff',
    'Propor convidar alguém para a equipe',
  ),
  'propose-staff-roles': said(
    'Proponer otros roles para alguien del personal',
    'Propose other roles for a member of staff',
    'Propor outros papéis para alguém da equipe',
  ),
  'propose-staff-end': said(
    'Proponer terminar la cuenta de alguien del personal',
    'Propose to end the account of a member of staff',
    'Propor encerrar a conta de alguém da equipe',
  ),
  'send-staff-invitation': said(
    'Mandar de nuevo una invitación que dos personas aprobaron, a la dirección de la persona; el enlace no se les muestra',
    'Send an invitation two people approved again, to the person’s own address; they are not shown the link',
    'Enviar de novo um convite que duas pessoas aprovaram, ao endereço da pessoa; o link não é mostrado a eles',
  ),
  'type-staff-number': said(
    'Escribir el número que ve en su pantalla quien aceptó la invitación que aprobaron; después empieza la espera',
    'Type in the number on the screen of whoever accepted the invitation they approved; then the wait begins',
    'Digitar o número na tela de quem aceitou o convite que aprovaram; depois começa a espera',
  ),
}
