package interaction.client.engine

import interaction.client.session.Clock
import interaction.client.session.SessionConnectionState
import interaction.client.session.Status
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** Access tokens, over a transport. */
abstract class TokenTests(makeTransport: (Clock) -> TestedTransport) :
    EngineTestCase(makeTransport) {

    /** A time, s, after which a token is accepted for 3 s. */
    private val nearlyExpired = -22L

    private fun play(token: TokenIssuer.(Int) -> String?): Pair<PlayedSession, CountedTokens> {
        val issuer = TokenIssuer(folder)
        val engine = engines(1, *issuer.options).single()
        val tokens = CountedTokens { issuer.token(it) }
        val session = played(listOf(transport.url(engine)), tokens = tokens)
        session.play(2.0)
        await("the end") { session.isOver }
        return Pair(session, tokens)
    }

    @Test
    fun `a token is renewed on its connection before it expires`() {
        val (session, tokens) = play { token(if (it == 1) nearlyExpired else 600) }
        assertAsRecorded(session)
        assertEquals(2, tokens.count)
        assertEquals(1, session.log.opened)
    }

    @Test
    fun `a session whose token has expired resumes with another`() {
        val (session, tokens) = play {
            when (it) {
                1 -> token(nearlyExpired)
                2 -> null
                else -> token(600)
            }
        }
        assertAsRecorded(session)
        assertEquals(3, tokens.count)
        assertEquals(2, session.log.opened)
    }

    @Test
    fun `a session ends if another token is refused, too`() {
        val (session, tokens) = play { token(-60) }
        val error = (session.log.state as SessionConnectionState.Closed).error
        assertEquals(Status.UNAUTHENTICATED, error?.code)
        assertEquals("TOKEN_EXPIRED", error?.reason)
        assertEquals(2, tokens.count)
    }
}

class OkHttpTokenTests : TokenTests({ TestedOkHttp() })

class GrpcTokenTests : TokenTests({ TestedGrpc(it) })
