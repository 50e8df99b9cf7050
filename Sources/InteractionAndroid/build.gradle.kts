// Builds and publishes the two libraries, each as an AAR. It needs the Android SDK and Google's Maven
// repository, which this repository's checks do not have: they compile the same sources with
// stand-ins for Android (scripts/android/test) and do not run this file.
//
//   gradle -p Sources/InteractionAndroid publishToMavenLocal
//   gradle -p Sources/InteractionAndroid publishToMavenLocal -Ppart=views

plugins {
    id("com.android.library") version "8.7.3"
    id("org.jetbrains.kotlin.android") version "2.0.21"
    id("maven-publish")
}

// The views, or the client without them.
val hasViews = findProperty("part") == "views"

group = "interaction"
version = "0.1.0"

repositories {
    google()
    mavenCentral()
}

android {
    namespace = if (hasViews) "interaction.client.views" else "interaction.client"
    compileSdk = 35

    defaultConfig {
        minSdk = 21
        consumerProguardFiles("consumer-rules.pro")
    }

    sourceSets["main"].apply {
        kotlin.setSrcDirs(if (hasViews) listOf("Views") else listOf("Core", "Transport"))
        java.setSrcDirs(emptyList<String>())
        res.setSrcDirs(emptyList<String>())
        assets.setSrcDirs(emptyList<String>())
        manifest.srcFile("AndroidManifest.xml")
    }

    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }

    kotlinOptions {
        jvmTarget = "1.8"
    }

    publishing {
        singleVariant("release") {
            withSourcesJar()
        }
    }
}

dependencies {
    if (hasViews) {
        api("interaction:interaction-client:$version")
        implementation("androidx.core:core:1.6.0")
        // Only apps that use a RecyclerView or a ViewPager2 load the classes that name them.
        compileOnly("androidx.recyclerview:recyclerview:1.2.1")
        compileOnly("androidx.viewpager2:viewpager2:1.0.0")
    } else {
        api("com.squareup.okhttp3:okhttp:3.14.9")
        // Only apps that connect over gRPC have a channel.
        compileOnly("io.grpc:grpc-api:1.68.1")
    }
}

afterEvaluate {
    publishing {
        publications {
            create<MavenPublication>("release") {
                from(components["release"])
                artifactId = if (hasViews) "interaction-views" else "interaction-client"
            }
        }
    }
}
