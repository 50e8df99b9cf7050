package interaction.client.engine

import interaction.client.session.TokenReceiver
import interaction.client.session.TokenSource
import java.io.File
import java.math.BigInteger
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.RSAPublicKey
import java.util.Base64
import java.util.concurrent.atomic.AtomicInteger

/** An issuer of access tokens, with its file of public keys for engines. */
class TokenIssuer(folder: File) {
    private val keys = KeyPairGenerator.getInstance("RSA").also { it.initialize(2048) }
        .generateKeyPair()

    /** The options of engines that require the tokens. */
    val options = arrayOf(
        "--jwks", File(folder, "keys.json").path, "--token-issuer", "https://issuer.example",
        "--token-audience", "interaction-engine")

    init {
        val key = keys.public as RSAPublicKey
        File(folder, "keys.json").writeText(
            """{"keys":[{"kty":"RSA","kid":"a","alg":"RS256","use":"sig",
                "n":"${number(key.modulus)}","e":"${number(key.publicExponent)}"}]}""")
    }

    /** Returns a token that expires after a time, s; engines accept it 25 s longer. */
    fun token(seconds: Long): String {
        val now = System.currentTimeMillis() / 1000
        val claims = """{"iss":"https://issuer.example","aud":"interaction-engine","sub":"anna",
            "iat":$now,"exp":${now + seconds},"roles":["client"]}"""
        val signed = text("""{"alg":"RS256","kid":"a"}""") + "." + text(claims)
        val signature = Signature.getInstance("SHA256withRSA")
        signature.initSign(keys.private)
        signature.update(signed.toByteArray())
        return signed + "." + bytes(signature.sign())
    }

    private fun text(text: String): String = bytes(text.toByteArray())

    private fun number(number: BigInteger): String =
        bytes(number.toByteArray().dropWhile { it.toInt() == 0 }.toByteArray())

    private fun bytes(bytes: ByteArray): String =
        Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)
}

/**
 * A source of tokens that counts the requests.
 *
 * @param token Returns the token for the number of a request, from 1; null if there is none.
 */
class CountedTokens(private val token: (Int) -> String?) : TokenSource {
    private val requests = AtomicInteger()

    val count: Int
        get() = requests.get()

    override fun fetch(receiver: TokenReceiver) {
        val token = token(requests.incrementAndGet())
        if (token == null) receiver.fail("no token") else receiver.receive(token)
    }
}
